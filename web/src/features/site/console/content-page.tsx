import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { useFocusNext } from '@/lib/focus-next'
import type { ContentSection } from '@/lib/generated'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { ReorderList } from '@/ui/reorder-list'
import { Spinner } from '@/ui/spinner'
import { ContentForm } from './content-form'
import { DeletedTexts } from './deleted-texts'
import { nameOfText, sectionNames } from './section-names'
import { editButtonId, TextEntry } from './text-entry'
import { useContent } from './use-content'
import { VersionsDialog } from './versions-dialog'

// idle, creating, or editing one text: nothing else can be begun before that one is saved or left.
type Mode = { kind: 'idle' } | { kind: 'creating' } | { kind: 'editing'; text: ContentSection }

const createButtonId = 'create-text'

/** The words of the public pages. */
export function Component() {
  const content = useContent()
  const [mode, setMode] = useState<Mode>({ kind: 'idle' })
  const [deleting, setDeleting] = useState<ContentSection>()
  const [compared, setCompared] = useState<ContentSection>()
  const focusNext = useFocusNext()
  const isBusy = mode.kind !== 'idle'
  const texts = content.data

  function done(id?: string) {
    setMode({ kind: 'idle' })
    focusNext(id ? editButtonId(id) : createButtonId)
  }

  return (
    <>
      <PageHead
        title="Content Management"
        lede="The words and pictures of the landing page and of the footer. What no text here says keeps its built-in words."
        actions={
          <Button id={createButtonId} disabled={isBusy || !texts} onClick={() => setMode({ kind: 'creating' })}>
            Create
          </Button>
        }
      />
      {/* a new text stands behind the others, so they must be known */}
      {mode.kind !== 'idle' && texts && (
        <ContentForm
          text={mode.kind === 'editing' ? mode.text : undefined}
          initial={{ sortOrder: nextPlace(texts) }}
          onSaved={async (saved) => {
            await content.changed()
            done(saved.id)
          }}
          onCancel={() => done(mode.kind === 'editing' ? mode.text.id : undefined)}
        />
      )}
      {content.isPending && <Spinner label="Loading…" />}
      {content.error && !texts && (
        <div role="alert">
          <Notice tone="danger" title="The content could not be read">
            <p>{messageOf(content.error, 'Something went wrong on the way.')}</p>
            <Button tone="outline" className="mt-3" onClick={() => content.refetch()}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      {texts?.length === 0 && mode.kind === 'idle' && (
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
                    onEdit={() => setMode({ kind: 'editing', text })}
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
