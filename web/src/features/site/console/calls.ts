import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ContentSection, ContentVersion, Image, Landing } from '@/lib/generated'
import { send } from '@/lib/server'
import { footerQuery, landingQuery } from '../landing-content'

/** All texts, those that visitors do not see too, in their order. */
export const contentQuery = queryOptions({
  queryKey: ['console', 'content'],
  queryFn: ({ signal }) => send<ContentSection[]>('/api/cms/content', { signal }),
})

/** The earlier states of a text, the newest first. */
export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: ['console', 'content', id, 'versions'],
    queryFn: ({ signal }) => send<ContentVersion[]>(`/api/cms/content/${id}/versions`, { signal }),
  })
}

/** The last state of each text that was deleted. */
export const deletedQuery = queryOptions({
  queryKey: ['console', 'content', 'deleted'],
  queryFn: ({ signal }) => send<ContentVersion[]>('/api/cms/deleted', { signal }),
})

/** What a text's form holds. */
export type TextValues = Pick<
  ContentSection,
  'section' | 'title' | 'subtitle' | 'content' | 'imageUrl' | 'isActive' | 'sortOrder'
>

export function saveText(id: string | undefined, values: TextValues): Promise<ContentSection> {
  return id
    ? send(`/api/cms/content/${id}`, { method: 'PUT', body: values })
    : send('/api/cms/content', { method: 'POST', body: values })
}

export function deleteText(id: string): Promise<void> {
  return send(`/api/cms/content/${id}`, { method: 'DELETE' })
}

export function reorderTexts(ids: string[]): Promise<void> {
  return send('/api/cms/content/reorder', { method: 'POST', body: { ids } })
}

export function restoreVersion(id: string): Promise<ContentSection> {
  return send(`/api/cms/restore/${id}`, { method: 'POST' })
}

/** The landing page's texts as they would be with unsaved values. */
export function previewText(id: string | undefined, values: TextValues, signal: AbortSignal): Promise<Landing> {
  return send('/api/cms/preview', { method: 'POST', body: { id: id ?? '', ...values }, signal })
}

export function uploadImage(file: File): Promise<Image> {
  const body = new FormData()
  body.set('image', file)
  return send('/api/cms/images', { method: 'POST', body })
}

/** Reads anew whatever a change of the texts has made old. */
export function useContentChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    client.removeQueries({ queryKey: landingQuery.queryKey })
    client.removeQueries({ queryKey: footerQuery.queryKey })
    await client.invalidateQueries({ queryKey: contentQuery.queryKey })
  }
}
