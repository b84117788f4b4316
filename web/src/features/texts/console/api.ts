import { queryOptions } from '@tanstack/react-query'
import { type Answer as AnswerOf, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type TextKind = 'plain' | 'rich' | 'image' | 'list'

export type ListItem = { id: string; isHidden: boolean }
export type Picture = { image: string; alt: string }
export type Value = string | Picture | ListItem[]

/** A text of a page, with the values that an editor needs. */
export type TextRow = {
  key: string
  kind: TextKind
  label: string
  builtIn: Value
  /** What visitors see. */
  published: Value
  draft: Value | null
  isPublished: boolean
  hasDraft: boolean
  version: number
  publishAt: string
  updatedBy: string
  updatedAt: string
}

/** The texts of a page as visitors get them. */
export type Shown = AnswerOf<'GET /api/site/texts/{page}'>

export type PageTexts = {
  page: string
  language: string
  languages?: { code: string; name: string }[]
  texts: TextRow[]
  /** What visitors would see with the drafts. */
  shown?: Shown
}

export type Version = { id: string; value: Value; state: 'draft' | 'published' | 'scheduled'; by: string; at: string }
export type Fact = { name: string; label: string; value: string; source: string }
export type Undo = { key: string; version: number; versionId: string }

export type Coverage = {
  pages: {
    page: string
    name: string
    path: string
    total: number
    changed: number
    drafts: number
    scheduled: number
    languages: { language: string; translated: number; stale: number }[]
  }[]
  warnings: { page: string; key: string; label: string; message: string }[]
}

// Until the routes are generated.
const send = call as unknown as <Answer>(
  route: string,
  request?: { path?: object; query?: object; body?: object; signal?: AbortSignal },
) => Promise<Answer>

export const textsKey = [...areas.console, 'texts'] as const

/** The texts of a page in a language. */
export function pageTextsQuery(page: string, lang: string) {
  return queryOptions({
    queryKey: [...textsKey, 'page', page, lang],
    queryFn: ({ signal }) => send<PageTexts>('GET /api/texts/{page}', { path: { page }, query: { lang }, signal }),
  })
}

/** The values that texts can show. */
export const factsQuery = queryOptions({
  queryKey: [...textsKey, 'facts'],
  queryFn: ({ signal }) => send<Fact[]>('GET /api/texts/facts', { signal }),
})

/** How many texts each page has, and what is drafted, scheduled or out of date. */
export const coverageQuery = queryOptions({
  queryKey: [...textsKey, 'coverage'],
  queryFn: ({ signal }) => send<Coverage>('GET /api/texts/coverage', { signal }),
})

/** The earlier values of a text, newest first. */
export function historyQuery(key: string, lang: string) {
  const page = pageOf(key)
  return queryOptions({
    queryKey: [...textsKey, 'history', key, lang],
    queryFn: ({ signal }) =>
      send<Version[]>('GET /api/texts/{page}/history', { path: { page }, query: { key, lang }, signal }),
    staleTime: 0,
  })
}

/** Saves a draft on top of a version. */
export const saveDraft = (lang: string, body: { key: string; version: number; value: Value }) =>
  send<TextRow>('PUT /api/texts/{page}', { path: { page: pageOf(body.key) }, query: { lang }, body })

/** Publishes drafts of a page, now or at a time. */
export const publishTexts = (page: string, lang: string, body: { keys: string[]; publishAt: string }) =>
  send<{ undo: Undo[]; undoUntil: string }>('POST /api/texts/{page}/publish', { path: { page }, query: { lang }, body })

/** Deletes drafts of a page. */
export const discardDrafts = (page: string, lang: string, keys: string[]) =>
  send('POST /api/texts/{page}/discard', { path: { page }, query: { lang }, body: { keys } })

/** Makes an earlier value the draft of a text, or the built-in value if versionId is empty. */
export const restoreText = (lang: string, body: Undo) =>
  send<TextRow>('POST /api/texts/{page}/restore', { path: { page: pageOf(body.key) }, query: { lang }, body })

/** Creates a link with which a colleague without an account sees the drafts. */
export const createPreview = (page: string, lang: string) =>
  send<{ url: string; expires: string }>('POST /api/texts/{page}/preview', {
    path: { page },
    query: { lang },
    body: { path: location.pathname },
  })

/** The page that a text belongs to. */
export function pageOf(key: string): string {
  return key.slice(0, key.indexOf('.'))
}

/** A value as the one string that the editor compares, and back. */
export function encode(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function decode(kind: TextKind, value: string): Value {
  return kind === 'image' || kind === 'list' ? JSON.parse(value) : value
}
