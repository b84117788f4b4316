// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import type { PublicSession } from '@/features/events/public/api'
import type { Legal } from '@/features/legal/api'
import type { Config, Tier } from '@/lib/api-types'
import type { Language, PageName } from '@/lib/texts'
import { builtInTexts } from '@/lib/texts-fixture'
import { knownPages } from './page'
import type { PageState } from './page-state'
import './entry-server'
import { routes } from './routes'

// The server's script has the form itself, where the browser loads it later.
vi.mock('@/lib/document-kind', () => ({ documentKind: () => 'site', loadedKind: undefined }))
vi.mock('@/app/nomination-form-chunk', () => import('@/app/nomination-form-chunk.server'))

const config = {
  siteName: 'Boardcircle',
  siteUrl: 'https://boardcircle.example',
  contactEmail: 'info@boardcircle.example',
  contactPhone: '+91 22 4000 1234',
  contactPlace: 'Mumbai, India',
  providerUrl: 'https://mentoring.example',
  eventDay: 'September 16th',
  figureMembers: '300+',
  figureTarget: '10,000',
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
  nextSession: { id: 's1', title: 'The launch', startsAt: '2027-01-05T12:00:00Z' },
} as Config

const notFound = { path: '/404', texts: ['errors'] as const }

const tiers = ['lifetime', 'annual'].map((duration) => ({
  id: duration,
  name: `The ${duration} plan`,
  slug: duration,
  description: 'A seat in the circle.',
  price: '25000',
  currency: 'INR',
  duration,
  renews: true,
  features: ['A mentor for your first year'],
  isActive: true,
  isApprovalRequired: duration === 'annual',
  breakdown: { baseAmount: '25000', gstRate: 18, gstAmount: '4500', totalAmount: '29500' },
  buttonText: '',
  buttonColor: '#0052CC',
})) as unknown as Tier[]

const session: PublicSession = {
  id: ':id', // the server renders a page by its path
  title: 'The launch',
  startsAt: '2027-01-05T12:00:00Z',
  endsAt: '2027-01-05T14:00:00Z',
  host: 'Asha Rao',
  place: 'Mumbai',
  status: 'published',
  abstract: '<p>An evening.</p>',
  speakers: [
    { name: 'Bina Shah', role: 'Chair', portrait: '', portraitSrcset: '', portraitPosition: '', personId: '' },
  ],
}

// Two versions, so that the page lists them.
function versionsOf(pages: readonly PageName[]): Legal | undefined {
  const page = pages.find((page) => ['terms', 'privacy', 'refund'].includes(page))
  const days = ['2027-01-01T00:00:00Z', '2026-11-25T18:30:00Z']
  return page && { page, versions: days.map((appliesFrom) => ({ id: appliesFrom, appliesFrom })) }
}

/** Renders a page in a language. */
async function pageIn(language: Language, path: string, pages: readonly PageName[]): Promise<HTMLElement> {
  const texts = Object.fromEntries(
    ['site' as const, ...pages].map((page) => [page, builtInTexts(page, undefined, language)]),
  )
  const state: PageState = { config, texts, tiers, session, legal: versionsOf(pages) }
  const document = window.document.createElement('div')
  document.innerHTML = JSON.parse(await globalThis.render(`/${language}${path}`, JSON.stringify(state))).html
  return document
}

// Facts, names and what the office writes, which are the same in all languages.
const untranslated = [
  ...['Boardcircle', 'info@boardcircle.example', 'Mumbai, India', 'Membership is by invitation.'],
  ...['The launch', 'An evening.', 'Bina Shah', 'Chair'],
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
