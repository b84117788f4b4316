// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import type { Config } from '@/lib/api-types'
import type { Language, PageName } from '@/lib/texts'
import { builtInTexts } from '@/lib/texts-fixture'
import { knownPages } from './page'
import type { PageState } from './page-state'
import './entry-server'
import { config, notFound, session, tiers, versionsOf } from './public-pages-fixture'
import { routes } from './routes'

// The server's script has the form itself, where the browser loads it later.
vi.mock('@/lib/document-kind', () => ({ documentKind: () => 'site', loadedKind: undefined }))
vi.mock('@/app/nomination-form-chunk', () => import('@/app/nomination-form-chunk.server'))

const translatedConfig = {
  ...config,
  languages: [
    { code: 'en', name: 'English', months: [], weekdays: [], session: '' },
    {
      code: 'hi',
      name: 'हिन्दी',
      months: Array(12).fill('महीना'),
      weekdays: Array(7).fill('वार'),
      session: '{weekday}, {date}, {start} – {end}',
    },
    {
      code: 'mr',
      name: 'मराठी',
      months: Array(12).fill('महिना'),
      weekdays: Array(7).fill('वार'),
      session: '{weekday}, {date}, {start} – {end}',
    },
  ],
} as Config

/** Renders a page in a language. */
async function pageIn(language: Language, path: string, pages: readonly PageName[]): Promise<HTMLElement> {
  const texts = Object.fromEntries(
    ['site' as const, ...pages].map((page) => [page, builtInTexts(page, undefined, language)]),
  )
  const state: PageState = { config: translatedConfig, texts, tiers, session, legal: versionsOf(pages) }
  const document = window.document.createElement('div')
  document.innerHTML = JSON.parse(await globalThis.render(`/${language}${path}`, JSON.stringify(state))).html
  return document
}

// Facts and names that are the same in all languages. The fixture has the fact about the membership in English only.
const untranslated = [
  ...['Boardcircle', 'info@boardcircle.example', 'Membership is by invitation.'],
  ...['Razorpay', 'Brevo', 'LinkedIn', 'linkedin.com/in/your-name', 'PIN'],
]

const attributes = ['aria-label', 'placeholder', 'title', 'alt']

/** The texts and labels in Latin letters that are not marked as English. */
function inEnglish(page: HTMLElement): string[] {
  const found: string[] = []
  const add = (element: Element | null, text: string | null) => {
    const words = text?.trim() ?? ''
    const isTranslated = /[\u0900-\u097f]/.test(words) || !/[a-z]{3}/i.test(words)
    // The heads of rows are names of cookies.
    if (!isTranslated && !untranslated.includes(words) && !element?.closest('[lang=en], th[scope=row]'))
      found.push(words)
  }
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) add(walker.currentNode.parentElement, walker.currentNode.textContent)
  for (const name of attributes)
    for (const element of page.querySelectorAll(`[${name}]`)) add(element, element.getAttribute(name))
  return found
}

describe.each(['hi', 'mr'] as const)('the texts of public pages in %s', (language) => {
  it.each([...knownPages(routes), notFound].filter(({ texts }) => texts.length > 0))(
    '$path',
    async ({ path, texts }) => {
      expect(inEnglish(await pageIn(language, path, texts))).toEqual([])
    },
  )
})
