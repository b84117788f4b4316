import { useState } from 'react'
import { createButtonId, useEditing } from '@/lib/editing'
import { useFocusNext } from '@/lib/focus-next'
import type { ContentSection } from '@/lib/generated'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { EmptyState } from '@/ui/empty-state'
import { NotRead } from '@/ui/not-read'
import { PageHead } from '@/ui/page-head'
import { ReorderList } from '@/ui/reorder-list'
import { Spinner } from '@/ui/spinner'
import { ContentForm } from './content-form'
import { DeletedTexts } from './deleted-texts'
import { nameOfText, sectionNames } from './section-names'
import { TextEntry } from './text-entry'
import { useContent } from './use-content'
import { VersionsDialog } from './versions-dialog'

/** The words of the public pages. */
export function Component() {
  const content = useContent()
  const editing = useEditing<ContentSection>()
  const [deleting, setDeleting] = useState<ContentSection>()
  const [compared, setCompared] = useState<ContentSection>()
  const focusNext = useFocusNext()
  const { isBusy } = editing
  const texts = content.data

  return (
    <>
      <PageHead
        title="Content Management"
        lede="The words and pictures of the landing page and of the footer. Where there is no text of yours, the site’s built-in words stand."
        actions={
          <Button id={createButtonId} disabled={isBusy || !texts} onClick={() => editing.begin()}>
            Create
          </Button>
        }
      />
      {/* a new text stands behind the others, so they must be known */}
      {isBusy && texts && (
        <ContentForm
          text={editing.item}
          initial={{ sortOrder: nextPlace(texts) }}
          onSaved={async (saved) => {
            await content.changed()
            editing.end(saved.id)
          }}
          onCancel={() => editing.end()}
        />
      )}
      {content.isPending && <Spinner label="Loading…" />}
      {content.error && !texts && (
        <NotRead title="The content could not be read" error={content.error} onRetry={() => content.refetch()} />
      )}
      {texts?.length === 0 && !isBusy && (
        <EmptyState title="No content sections created yet.">
          <p>The landing page shows its built-in words. Create a text to put your own in their place.</p>
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
                disabled={isBusy || content.busyId !== undefined}
                itemClassName="border-base-300 border-t"
                onReorder={content.reorder}
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
      <DeletedTexts disabled={isBusy} busyId={content.busyId} onRestore={content.restore} />
      <VersionsDialog
        text={compared}
        busyId={content.busyId}
        onRestore={async (version) => {
          if (await content.restore(version)) setCompared(undefined)
        }}
        onClose={() => setCompared(undefined)}
      />
      <Confirm
        open={deleting !== undefined}
        title={deleting ? `Delete “${nameOfText(deleting)}”?` : ''}
        action="Delete"
        busy={content.busyId !== undefined && content.busyId === deleting?.id}
        onConfirm={async () => {
          if (deleting && (await content.remove(deleting))) focusNext(createButtonId)
          setDeleting(undefined)
        }}
        onClose={() => setDeleting(undefined)}
      >
        <p>
          {deleting?.isActive === 'true'
            ? 'It disappears from the site at once. '
            : 'Visitors do not see it, so nothing changes for them. '}
          You can bring it back for 90 days, under Recently deleted.
        </p>
      </Confirm>
    </>
  )
}

/** The number behind all the others, for a new text. */
function nextPlace(texts: ContentSection[]): string {
  return String(Math.max(0, ...texts.map(({ sortOrder }) => Number(sortOrder))) + 1)
}
