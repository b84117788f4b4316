import { addressIn } from '@/lib/language'
import { escapeHtml, type Language } from '@/lib/texts'
import type { Page } from './page'
import { type PageState, readingOf } from './page-state'

/** The title of a page as the tab shows it. */
export function titleOf(page: Page, config: PageState['config']): string {
  const title = page.title.includes('{site}') ? page.title : `${page.title} · {site}`
  return named(title, config)
}

// Replaces the placeholders for the site's name and its goal. Admins can change both.
function named(words: string, config: PageState['config']): string {
  return words
    .replaceAll('{site}', config?.siteName ?? 'Boardcircle')
    .replaceAll('{target}', config?.figureTarget ?? '10,000')
}

/** The head elements of a rendered page, for browsers, search engines and link previews. The path is the one in English. */
export function headOf(page: Page, path: string, state: PageState): string {
  const siteUrl = state.config?.siteUrl ?? ''
  const title = escapeHtml(titleOf({ ...page, title: state.session?.title ?? page.title }, state.config))
  const description = escapeHtml(named(page.description, state.config))
  const { language } = readingOf(state)
  const languages = state.config?.languages ?? []
  const inLanguage = (code: Language) => escapeHtml(siteUrl + addressIn(code, path))
  const address = inLanguage(language)
  const localeOf = (code: Language) => (languages.find((one) => one.code === code)?.locale ?? 'en-IN').replace('-', '_')
  const tags = [`<title>${title}</title>`, `<meta name="description" content="${description}">`]
  if (page.sitemap) {
    tags.push(`<link rel="canonical" href="${address}">`)
    if (languages.length > 1) {
      const alternate = (code: string, href: string) => `<link rel="alternate" hreflang="${code}" href="${href}">`
      tags.push(
        ...languages.map(({ code }) => alternate(code, inLanguage(code))),
        alternate('x-default', inLanguage('en')),
      )
    }
  } else tags.push('<meta name="robots" content="noindex">')
  tags.push(
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escapeHtml(named('{site}', state.config))}">`,
    `<meta property="og:locale" content="${localeOf(language)}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:image" content="${escapeHtml(siteUrl)}/og.png">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
  )
  if (state.texts?.landing) tags.push(...structuredData(state, siteUrl).map(jsonLd))
  return tags.join('')
}

function structuredData({ config, texts }: PageState, siteUrl: string): object[] {
  const landing = texts?.landing
  const organisation = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: config?.siteName ?? 'Boardcircle',
    url: `${siteUrl}/`,
    logo: `${siteUrl}/apple-touch-icon.png`,
    email: config?.contactEmail,
    telephone: config?.contactPhone,
    address: { '@type': 'PostalAddress', addressLocality: config?.contactPlace ?? 'Mumbai', addressCountry: 'IN' },
  }
  const questions = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: landing?.lists['faq.cards']?.map((id) => ({
      '@type': 'Question',
      name: landing.texts[`faq.cards.${id}.question`],
      acceptedAnswer: { '@type': 'Answer', text: landing.texts[`faq.cards.${id}.answer`] },
    })),
  }
  return [organisation, questions]
}

// Escapes "<", so that a text from the console cannot end the script element.
function jsonLd(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}
