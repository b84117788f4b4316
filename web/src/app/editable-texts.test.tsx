// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import type { PageName } from '@/lib/texts'
import { builtInTexts } from '@/lib/texts-fixture'
import { knownPages } from './page'
import type { PageState } from './page-state'
import './entry-server'
import { config, notFound, session, tiers, versionsOf } from './public-pages-fixture'
import { routes } from './routes'

// The server's script has the form itself, where the browser loads it later.
vi.mock('@/lib/document-kind', () => ({ documentKind: () => 'site', loadedKind: undefined }))
vi.mock('@/app/nomination-form-chunk', () => import('@/app/nomination-form-chunk.server'))

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
      // A screen that a promise leads to, and whether a section is shown, are edited in dialogs.
      (key) => !shown.has(`landing.${key}`) && !/\.(leadsTo|isActive)$/.test(key),
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
