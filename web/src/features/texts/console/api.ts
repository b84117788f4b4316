import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import type { Language } from '@/lib/texts'

export type PageTexts = Answer<'GET /api/texts/{page}'>

/** A text of a page, with the values that an editor needs. */
export type TextRow = PageTexts['texts'][number]
export type TextKind = TextRow['kind']
export type Value = TextRow['published']
export type ListItem = Extract<Value, readonly object[]>[number]
export type Picture = Exclude<Value, string | readonly object[]>

/** The texts of a page as visitors get them. */
export type Shown = PageTexts['shown']

export type Version = Answer<'GET /api/texts/{page}/history'>[number]
export type Undo = Answer<'POST /api/texts/{page}/publish'>['undo'][number]
export type Facts = Answer<'GET /api/texts/facts'>
export type Coverage = Answer<'GET /api/texts/coverage'>

export const textsKey = areas.officeTexts

/** The texts of a page in a language. */
export function pageTextsQuery(page: string, lang: Language) {
  return queryOptions({
    queryKey: [...textsKey, 'page', page, lang],
    queryFn: ({ signal }) => call('GET /api/texts/{page}', { path: { page }, query: { lang }, signal }),
  })
}

/** The values that texts can show. */
export const factsQuery = queryOptions({
  queryKey: [...textsKey, 'facts'],
  queryFn: ({ signal }) => call('GET /api/texts/facts', { signal }),
})

/** How many texts each page has, and what is drafted, scheduled or out of date. */
export const coverageQuery = queryOptions({
  queryKey: [...textsKey, 'coverage'],
  queryFn: ({ signal }) => call('GET /api/texts/coverage', { signal }),
})

/** Confirms that a text is right, although it contradicts the settings or the figures. */
export const useConfirmText = () =>
  useMutation({
    mutationFn: ({ page, key, version, problem }: Coverage['warnings'][number]) =>
      call('POST /api/texts/{page}/confirm', { path: { page }, body: { key, version, problem } }),
  })

/** The texts of all pages that have no translation, or an outdated one. */
export const translationsQuery = (lang: Language) =>
  queryOptions({
    queryKey: [...textsKey, 'translations', lang],
    queryFn: ({ signal }) => call('GET /api/texts/translations', { query: { lang }, signal }),
  })

export type Translation = Answer<'GET /api/texts/translations'>['texts'][number]

/** A part of the landing page or of the footer whose texts were changed. */
export type Section = Row<'GET /api/cms/content'>

/** All sections in their order, also those that visitors do not see. */
export const sectionsQuery = queryOptions({
  queryKey: [...textsKey, 'sections'],
  queryFn: ({ signal }) => call('GET /api/cms/content', { signal }),
})

type SavedSection = { id: string | undefined; version: string | undefined; values: Body<'POST /api/cms/content'> }

export const useSaveSection = () =>
  useMutation({
    mutationFn: ({ id, version, values: body }: SavedSection) =>
      id
        ? call('PUT /api/cms/content/{id}', { path: { id }, body: { ...body, version } })
        : call('POST /api/cms/content', { body }),
  })

export const useDeleteSection = () =>
  useMutation({ mutationFn: ({ id }: Section) => call('DELETE /api/cms/content/{id}', { path: { id } }) })

/** The earlier values of a text, newest first. */
export function historyQuery(key: string, lang: Language) {
  const page = pageOf(key)
  return queryOptions({
    queryKey: [...textsKey, 'history', key, lang],
    queryFn: ({ signal }) => call('GET /api/texts/{page}/history', { path: { page }, query: { key, lang }, signal }),
    staleTime: 0,
  })
}

/** Saves a draft on top of a version. */
export const saveDraft = (lang: Language, body: { key: string; version: number; value: Value }) =>
  call('PUT /api/texts/{page}', { path: { page: pageOf(body.key) }, query: { lang }, body })

/** Publishes a value as the translation of the present English text. */
export const saveTranslation = (lang: Language, body: { key: string; version: number; value: Value }) =>
  call('POST /api/texts/{page}/translation', { path: { page: pageOf(body.key) }, query: { lang }, body })

/** Publishes drafts of a page, now or at a time. */
export const publishTexts = (page: string, lang: Language, body: Body<'POST /api/texts/{page}/publish'>) =>
  call('POST /api/texts/{page}/publish', { path: { page }, query: { lang }, body })

/** Deletes drafts of a page. */
export const discardDrafts = (page: string, lang: Language, keys: string[]) =>
  call('POST /api/texts/{page}/discard', { path: { page }, query: { lang }, body: { keys } })

/** Makes an earlier value the draft of a text, or the built-in value if versionId is empty. */
export const restoreText = (lang: Language, body: Undo) =>
  call('POST /api/texts/{page}/restore', { path: { page: pageOf(body.key) }, query: { lang }, body })

/** Creates a link with which a colleague without an account sees the drafts. */
export const createPreview = (page: string) =>
  call('POST /api/texts/{page}/preview', { path: { page }, body: { path: location.pathname } })

/** Revokes all links to the drafts of a page. */
export const revokePreviews = (page: string) => call('DELETE /api/texts/{page}/preview', { path: { page } })

/** The page that a text belongs to. */
export function pageOf(key: string): string {
  return key.slice(0, key.indexOf('.'))
}

/** A value as a string, which the editor compares, and back. */
export function encode(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function decode(kind: TextKind, value: string): Value {
  return kind === 'image' || kind === 'list' ? JSON.parse(value) : value
}
