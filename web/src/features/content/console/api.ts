import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FormValues } from '@/lib/form-schema'
import type { BuiltInText, ContentSection, ContentVersion, contentForm, Image, Landing } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'
import type { ShowMessage } from './preview-message'

const path = '/api/cms/content'

/** All content sections in order, including hidden ones. */
export const contentQuery = queryOptions({
  queryKey: queryKeys.contentSections,
  queryFn: ({ signal }) => send<ContentSection[]>(path, { signal }),
})

/** The built-in texts of the site, used where admins have written none. */
export const builtInQuery = queryOptions({
  queryKey: queryKeys.builtInContent,
  queryFn: ({ signal }) => send<BuiltInText[]>('/api/cms/built-in', { signal }),
})

/** The earlier versions of a section, newest first. */
export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.contentVersions(id),
    queryFn: ({ signal }) => send<ContentVersion[]>(`${path}/${id}/versions`, { signal }),
  })
}

/** The last version of each deleted section. */
export const deletedQuery = queryOptions({
  queryKey: queryKeys.deletedContent,
  queryFn: ({ signal }) => send<ContentVersion[]>('/api/cms/deleted', { signal }),
})

/** The values of a section's form. */
export type ContentValues = FormValues<typeof contentForm>

/** The landing page's content with unsaved values applied. */
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

/** Changes the order of a part's texts. The new order is shown before the server answers. */
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

/** Restores an earlier version, or a deleted section. */
export const useRestoreContent = () => useServerMutation('restoreContent', restoreContent)

function uploadImage(file: File): Promise<Image> {
  const body = new FormData()
  body.set('image', file)
  return send('/api/cms/images', { method: 'POST', body })
}

export const useUploadImage = () => useServerMutation('uploadImage', uploadImage)
