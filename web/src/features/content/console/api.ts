import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BuiltInText, ContentSection, ContentVersion, Image, Landing } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'
import type { ShowMessage } from './preview-message'

const path = '/api/cms/content'

/** All content sections in their order, those that visitors do not see too. */
export const contentQuery = queryOptions({
  queryKey: queryKeys.contentSections,
  queryFn: ({ signal }) => send<ContentSection[]>(path, { signal }),
})

/** The site's own words, which stand where there is no text of an admin's. */
export const builtInQuery = queryOptions({
  queryKey: queryKeys.builtInContent,
  queryFn: ({ signal }) => send<BuiltInText[]>('/api/cms/built-in', { signal }),
})

/** The earlier versions of a section, the newest first. */
export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.contentVersions(id),
    queryFn: ({ signal }) => send<ContentVersion[]>(`${path}/${id}/versions`, { signal }),
  })
}

/** The last version of each section that was deleted. */
export const deletedQuery = queryOptions({
  queryKey: queryKeys.deletedContent,
  queryFn: ({ signal }) => send<ContentVersion[]>('/api/cms/deleted', { signal }),
})

/** What a section's form holds. */
export type ContentValues = Pick<
  ContentSection,
  'section' | 'title' | 'subtitle' | 'content' | 'imageUrl' | 'isActive' | 'sortOrder'
>

/** The landing page's content as it would be with unsaved values. */
export function previewQuery(id: string | undefined, values: ContentValues) {
  return queryOptions({
    queryKey: queryKeys.contentPreview(id, values),
    queryFn: async ({ signal }): Promise<ShowMessage> => ({
      kind: 'preview-show',
      section: values.section,
      landing: await send<Landing>('/api/cms/preview', { method: 'POST', body: { id: id ?? '', ...values }, signal }),
    }),
    enabled: values.section !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

type SavedContent = { id: string | undefined; values: ContentValues }

function saveContent({ id, values }: SavedContent): Promise<ContentSection> {
  return id ? send(`${path}/${id}`, { method: 'PUT', body: values }) : send(path, { method: 'POST', body: values })
}

export const useSaveContent = () => useServerMutation('saveContent', saveContent)

function deleteContent(id: string): Promise<void> {
  return send(`${path}/${id}`, { method: 'DELETE' })
}

export const useDeleteContent = () => useServerMutation('deleteContent', deleteContent)

function reorderContent(ids: string[]): Promise<void> {
  return send(`${path}/reorder`, { method: 'POST', body: { ids } })
}

/** Puts the content of a part of the page into another order, which is shown at once. */
export const useReorderContent = () =>
  useServerMutation('reorderContent', reorderContent, {
    optimistic: (client, ids) => {
      const before = client.getQueryData(contentQuery.queryKey)
      client.setQueryData(contentQuery.queryKey, before && inOrder(before, ids))
      return () => client.setQueryData(contentQuery.queryKey, before)
    },
  })

function inOrder(all: ContentSection[], ids: string[]): ContentSection[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  const moved = all.filter(({ id }) => place.has(id)).sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  return all.map((section) => (place.has(section.id) ? (moved.shift() ?? section) : section))
}

function restoreContent(versionId: string): Promise<ContentSection> {
  return send(`/api/cms/restore/${versionId}`, { method: 'POST' })
}

/** Brings an earlier version back, or a section that was deleted. */
export const useRestoreContent = () => useServerMutation('restoreContent', restoreContent)

function uploadImage(file: File): Promise<Image> {
  const body = new FormData()
  body.set('image', file)
  return send('/api/cms/images', { method: 'POST', body })
}

export const useUploadImage = () => useServerMutation('uploadImage', uploadImage)
