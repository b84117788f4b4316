// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import type { PublicSession } from '@/features/events/public/api'
import type { Legal } from '@/features/legal/api'
import type { Config, Tier } from '@/lib/api-types'
import type { PageName } from '@/lib/texts'
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

/** Renders a page as an editor sees it. */
async function inEditMode(path: string, pages: readonly PageName[]): Promise<HTMLElement> {
  const texts = Object.fromEntries(['site' as const, ...pages].map((page) => [page, builtInTexts(page)]))
  const state: PageState = { config, texts, tiers, session, legal: versionsOf(pages), editing: true }
  const document = window.document.createElement('div')
  document.innerHTML = JSON.parse(await globalThis.render(path, JSON.stringify(state))).html
  return document
}

/** The texts that an editor cannot change there: neither a text with a key nor content that is stored elsewhere. */
function withoutKey(page: HTMLElement): string[] {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    const isMarked = parentElement?.closest('[data-text], [data-fact], [data-from], noscript')
    if (textContent?.trim() && !isMarked) found.push(textContent.trim())
  }
  return found
}

describe('every text of a public page can be edited', () => {
  it.each([...knownPages(routes), notFound].filter(({ texts }) => texts.length > 0))(
    '$path',
    async ({ path, texts }) => {
      expect(withoutKey(await inEditMode(path, texts))).toEqual([])
    },
  )
})

describe('a page in edit mode', () => {
  it('has each key of the landing page that is not an attribute', async () => {
    const page = await inEditMode('/', ['landing'])
    const shown = new Set([...page.querySelectorAll<HTMLElement>('[data-text]')].map(({ dataset }) => dataset.text))
    const hidden = Object.keys(builtInTexts('landing').texts).filter(
      // A screen that a promise leads to is edited in the dialog of the list.
      (key) => !shown.has(`landing.${key}`) && !key.endsWith('.leadsTo'),
    )
    expect(hidden).toEqual([
      'stats.label', // an attribute
      'register.steps.choose-plan.text', // replaces the step about the launch event once that is over
      'draft.started', // for visitors with a draft
      'draft.continue',
      'head.title', // in the head of the document
      'head.description',
    ])
  })
})
