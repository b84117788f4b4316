import type { PublicSession } from '@/features/events/public/api'
import { addressIn, sessionTime } from '@/lib/language'
import { escapeHtml, type Language, type PageName, type PageTexts } from '@/lib/texts'
import type { Page } from './page'
import { displayOptionsOf, type PageState } from './page-state'

/** What a page is called in the browser's tab, by search engines and in link previews. */
type Description = { title: string; description: string; picture?: SharePicture }

/** A picture of 1200 by 630 pixels. */
type SharePicture = { address: string; alt: string }

type HeadState = Pick<PageState, 'config' | 'session'> & { texts?: { [Name in PageName]?: PageTexts } }

/** The texts with the title, the description and the picture of a page. */
type HeadTexts = {
  /** The key of their group, such as landing.head. */
  key: string
  language: Language
  text: (name: string) => string
  picture: PageTexts['images'][string] | undefined
}

function headTextsOf({ texts: names = [], head = 'head' }: Page, texts: HeadState['texts']): HeadTexts | undefined {
  for (const name of names) {
    const own = texts?.[name]
    if (own?.texts[`${head}.title`] === undefined) continue
    return {
      key: `${name}.${head}`,
      language: own.language,
      text: (name) => own.texts[`${head}.${name}`] ?? '',
      picture: own.images[`${head}.picture`],
    }
  }
  return undefined
}

/** The key of the group of texts with the title, the description and the picture of a page, such as landing.head. */
export function headKeyOf(page: Page, texts: HeadState['texts']): string | undefined {
  return headTextsOf(page, texts)?.key
}

/** The title of a page as the tab shows it, from its texts or its route. A session that is not loaded has no title. */
export function titleOf(page: Page, { config, session, texts }: HeadState): string {
  const site = config?.siteName ?? 'Boardcircle'
  const head = headTextsOf(page, texts)
  if (!head) return page.title ? `${page.title} · ${site}` : site
  const title = head.text('title')
  if (title.includes('{session}') && !session) return site
  return title.replace('{session}', () => session?.title ?? '') || site
}

/** Describes a page by its texts. Pages without texts are for signed-in people and need only a title. */
function describe(page: Page, state: HeadState): Description {
  const { config, session, texts } = state
  const title = titleOf(page, state)
  const head = headTextsOf(page, texts)
  if (!head) return { title, description: '' }
  const { language, text, picture } = head
  const variables: Readonly<Record<string, string>> = session
    ? {
        session: session.title,
        date: sessionTime(
          session,
          config?.languages?.find(({ code }) => code === language),
        ),
        abstract: plainText(session.abstract, 200) || text('about'),
      }
    : {}
  return {
    title,
    description: text('description').replace(/\{(\w+)\}/g, (_, name: string) => variables[name] ?? ''),
    picture: picture?.share ? { address: picture.share, alt: picture.alt } : undefined,
  }
}

/** The words of HTML without its marks, up to a length. */
function plainText(html: string, length: number): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#34': '"', '#39': "'" }
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (found, name: string) => entities[name] ?? found)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim()
  return words.length <= length ? words : `${words.slice(0, words.lastIndexOf(' ', length))}…`
}

/**
 * The head elements of a rendered page, for browsers, search engines and link previews. `path` is its English address.
 */
export function headOf(page: Page, path: string, state: PageState): string {
  const siteUrl = state.config?.siteUrl ?? ''
  const described = describe(page, state)
  const title = escapeHtml(described.title)
  const description = escapeHtml(described.description)
  const { address: picture, alt } = described.picture ?? { address: '/og.png', alt: '' }
  const { language } = displayOptionsOf(state)
  const languages = state.config?.languages ?? []
  const locale = languages.find(({ code }) => code === language)?.locale ?? 'en-IN'
  const inLanguage = (code: Language) => escapeHtml(siteUrl + addressIn(code, path))
  const address = inLanguage(language)
  const tags = [`<title>${title}</title>`]
  if (description) tags.push(`<meta name="description" content="${description}">`)
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
    `<meta property="og:site_name" content="${escapeHtml(state.config?.siteName ?? 'Boardcircle')}">`,
    `<meta property="og:locale" content="${locale.replace('-', '_')}">`,
    `<meta property="og:title" content="${title}">`,
    ...(description ? [`<meta property="og:description" content="${description}">`] : []),
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:image" content="${escapeHtml(siteUrl + picture)}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
  )
  if (alt) tags.push(`<meta property="og:image:alt" content="${escapeHtml(alt)}">`)
  tags.push(...structuredData(state, siteUrl + addressIn(language, path), siteUrl + picture).map(jsonLd))
  return tags.join('')
}

/** What search engines can read about a page: the site and its questions on the landing page, or a session. */
function structuredData(state: PageState, address: string, picture: string): object[] {
  if (state.session) return [eventOf(state.session, state, address, picture)]
  if (!state.texts?.landing) return []
  const questions = questionsOf(state.texts.landing)
  const organisation = {
    ...organisationOf(state),
    logo: `${state.config?.siteUrl ?? ''}/apple-touch-icon.png`,
    email: state.config?.contactEmail,
    telephone: state.config?.contactPhone,
    address: {
      '@type': 'PostalAddress',
      addressLocality: state.config?.contactPlace ?? 'Mumbai',
      addressCountry: 'IN',
    },
  }
  return [organisation, ...(questions.length > 0 ? [{ '@type': 'FAQPage', mainEntity: questions }] : [])]
}

function organisationOf({ config }: PageState) {
  return { '@type': 'Organization', name: config?.siteName ?? 'Boardcircle', url: `${config?.siteUrl ?? ''}/` }
}

/** The questions as the page shows them: hidden ones are not in the list. */
function questionsOf({ lists, texts }: PageTexts): object[] {
  return (lists['faq.cards'] ?? []).flatMap((id) => {
    const [name, text] = [texts[`faq.cards.${id}.question`], texts[`faq.cards.${id}.answer`]]
    return name && text ? [{ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } }] : []
  })
}

/** A session. It has no offers, because attendance is part of a membership and is not sold. */
function eventOf(session: PublicSession, state: PageState, address: string, picture: string): object {
  const isOnline = /online/i.test(session.place)
  const isElsewhere = !/^\s*online\s*$/i.test(session.place)
  const mode = isOnline ? (isElsewhere ? 'Mixed' : 'Online') : 'Offline'
  const place = { '@type': 'Place', name: session.place, address: session.place }
  return {
    '@type': 'Event',
    name: session.title,
    description: plainText(session.abstract, 500) || undefined,
    startDate: session.startsAt,
    endDate: session.endsAt,
    eventStatus: `https://schema.org/Event${session.status === 'cancelled' ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    location: [...(isOnline ? [{ '@type': 'VirtualLocation', url: address }] : []), ...(isElsewhere ? [place] : [])],
    image: picture,
    url: address,
    inLanguage: 'en',
    organizer: organisationOf(state),
    performer: session.speakers.map(({ name }) => ({ '@type': 'Person', name })),
  }
}

// Escapes "<", so that a text from the console cannot end the script element.
function jsonLd(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')}</script>`
}
