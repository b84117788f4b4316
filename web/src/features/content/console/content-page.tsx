import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createButtonId, useEditing, useFocusNext } from '@/lib/editing'
import { useLive } from '@/lib/live'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { PageHead } from '@/ui/page-head'
import { ReorderList } from '@/ui/reorder-list'
import { Skeleton } from '@/ui/skeleton'
import { useReport } from '@/ui/use-report'
import type { BuiltInText, ContentSection, ContentVersion } from './api'
import { contentKey, contentQuery, useDeleteContent, useReorderContent, useRestoreContent } from './api'
import { BuiltInTexts } from './built-in-texts'
import { ContentForm } from './content-form'
import { DeletedTexts } from './deleted-texts'
import { nameOfText, sectionNames } from './section-names'
import { TextEntry } from './text-entry'
import { VersionsDialog } from './versions-dialog'

/** The texts of the public pages. */
export function ContentPage() {
  const report = useReport()
  const content = useContentSections()
  const reorder = useReorderContent()
  const remove = useDeleteContent()
  const restore = useRestoreContent()
  const editing = useEditing<ContentSection>()
  const [deleting, setDeleting] = useState<ContentSection>()
  const [compared, setCompared] = useState<ContentSection>()
  const focusNext = useFocusNext()
  const [start, setStart] = useState<BuiltInText>()
  const { isBusy } = editing
  const isSaving = reorder.isPending || remove.isPending || restore.isPending
  const restoringId = restore.isPending ? restore.variables : undefined
  const texts = content.data

  const restoreVersion = ({ id }: ContentVersion) =>
    report(restore.mutateAsync(id), {
      done: () => ({ title: 'Content Updated', description: 'The earlier version was restored.' }),
      failed: 'Update Failed',
      fallback: 'The version could not be restored.',
    })

  async function confirmDeletion() {
    if (!deleting) return
    const isDeleted = await report(remove.mutateAsync(deleting.id), {
      done: () => ({ title: 'Content Deleted', description: 'You can restore it under Recently deleted.' }),
      failed: 'Deletion Failed',
      fallback: 'The content could not be deleted.',
    })
    if (isDeleted) focusNext(createButtonId)
    setDeleting(undefined)
  }

  return (
    <>
      <PageHead
        title="Content Management"
        lede="The texts and images of the landing page and the footer. Where you have not written a text, the site shows its built-in text."
        actions={
          <Button id={createButtonId} disabled={isBusy || !texts} onClick={() => editing.begin()}>
            Create
          </Button>
        }
      />
      {/* A new text is added after the others, so they must be loaded first. */}
      {isBusy && texts && (
        <ContentForm
          text={editing.item}
          initial={{ sortOrder: nextPlace(texts), ...start }}
          onSaved={({ id }) => {
            setStart(undefined)
            editing.end(id)
          }}
          onCancel={() => {
            setStart(undefined)
            editing.end()
          }}
        />
      )}
      {content.isPending && <Skeleton />}
      {content.error && !texts && (
        <LoadError title="The content could not be loaded" error={content.error} onRetry={() => content.refetch()} />
      )}
      {texts?.length === 0 && !isBusy && (
        <EmptyState title="No content sections created yet.">
          <p>The landing page shows its built-in texts. Edit one of them below, or create a text.</p>
        </EmptyState>
      )}
      {texts &&
        Object.entries(sectionNames)
          .map(([section, label]) => ({ section, label, own: texts.filter((text) => text.section === section) }))
          .filter(({ own }) => own.length > 0)
          .map(({ section, label, own }) => (
            <section key={section} aria-labelledby={`section-${section}`} className="mb-10">
              <h2 id={`section-${section}`} className="display-3 mb-2">
                {label}
              </h2>
              <ReorderList
                items={own}
                keyOf={({ id }) => id}
                nameOf={nameOfText}
                disabled={isBusy || isSaving}
                itemClassName="border-base-300 border-t"
                onReorder={(ids) =>
                  report(reorder.mutateAsync(ids), {
                    failed: 'Update Failed',
                    fallback: 'The new order could not be saved.',
                  })
                }
              >
                {(text, controls) => (
                  <TextEntry
                    text={text}
                    disabled={isBusy}
                    controls={controls}
                    onEdit={() => editing.begin(text)}
                    onVersions={() => setCompared(text)}
                    onDelete={() => setDeleting(text)}
                  />
                )}
              </ReorderList>
            </section>
          ))}
      {texts && (
        <BuiltInTexts
          own={texts}
          disabled={isBusy}
          onBegin={(text) => {
            setStart(text)
            editing.begin()
            window.scrollTo({ top: 0 })
          }}
        />
      )}
      <DeletedTexts disabled={isBusy} busyId={restoringId} onRestore={restoreVersion} />
      <VersionsDialog
        text={compared}
        busyId={restoringId}
        onRestore={async (version) => {
          if (await restoreVersion(version)) setCompared(undefined)
        }}
        onClose={() => setCompared(undefined)}
      />
      <Confirm
        open={deleting !== undefined}
        title={deleting ? `Delete “${nameOfText(deleting)}”?` : ''}
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={confirmDeletion}
        onClose={() => setDeleting(undefined)}
      >
        <p>
          {deleting?.isActive
            ? 'It disappears from the site immediately. '
            : 'Visitors do not see it, so nothing changes for them. '}
          You can restore it for 90 days under Recently deleted.
        </p>
      </Confirm>
    </>
  )
}

/** The sort number of a new text: after all others. */
function nextPlace(texts: ContentSection[]): string {
  return String(Math.max(0, ...texts.map(({ sortOrder }) => Number(sortOrder))) + 1)
}

function useContentSections() {
  const client = useQueryClient()
  // Reloads the sections, their versions and the deleted texts.
  useLive(['content'], () => client.invalidateQueries({ queryKey: contentKey }))
  return useQuery(contentQuery)
}
