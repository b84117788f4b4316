import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { ContentSection, ContentVersion } from '@/lib/generated'
import { useLive } from '@/lib/live'
import { useToast } from '@/ui/toast-queue'
import { contentQuery, deleteText, reorderTexts, restoreVersion, useContentChanged } from './calls'

/** The texts, and what happens to one of them at a press of a button. */
export function useContent() {
  const toast = useToast()
  const client = useQueryClient()
  const changed = useContentChanged()
  const texts = useQuery(contentQuery)
  // what is on its way: the id of the text or of the version that it concerns
  const [busyId, setBusyId] = useState<string>()
  useLive(['content'], changed)

  async function attempt(id: string, failure: string, fallback: string, act: () => Promise<void>): Promise<boolean> {
    setBusyId(id)
    try {
      await act()
      return true
    } catch (error) {
      toast({ title: failure, description: messageOf(error, fallback), destructive: true })
      return false
    } finally {
      setBusyId(undefined)
      await changed()
    }
  }

  return {
    ...texts,
    busyId,
    changed,
    remove: (text: ContentSection) =>
      attempt(text.id, 'Deletion Failed', 'The content could not be deleted.', async () => {
        await deleteText(text.id)
        toast({ title: 'Content Deleted', description: 'You can bring it back under Recently deleted.' })
      }),
    restore: (version: ContentVersion) =>
      attempt(version.id, 'Update Failed', 'The version could not be restored.', async () => {
        await restoreVersion(version.id)
        toast({ title: 'Content Updated', description: 'The earlier version stands again.' })
      }),
    reorder: (ids: string[]) => {
      // shown at once; what the server says comes after it
      client.setQueryData(contentQuery.queryKey, (all) => all && inOrder(all, ids))
      return attempt('order', 'Update Failed', 'The new order could not be saved.', () => reorderTexts(ids))
    },
  }
}

function inOrder(all: ContentSection[], ids: string[]): ContentSection[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  const moved = all.filter(({ id }) => place.has(id)).sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  return all.map((text) => (place.has(text.id) ? (moved.shift() ?? text) : text))
}
