import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '@/lib/config'
import { createButtonId, editButtonId, useEditing, useFocusNext } from '@/lib/editing'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { ContentTabs } from '@/ui/content-tabs'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { PageHead } from '@/ui/page-head'
import { Skeleton } from '@/ui/skeleton'
import { useReport } from '@/ui/use-report'
import { type Section, sectionsQuery, useDeleteSection } from './api'
import { SectionForm, sectionLabels } from './section-form'

/** The sections of the landing page and of the footer whose texts differ from the original ones. */
export function SectionsPage() {
  const { data: sections, error, isFetching, refetch } = useQuery(sectionsQuery)
  const { isBusy, item, begin, end } = useEditing<Section>()
  const [deleting, setDeleting] = useState<Section>()
  const off = useConfig()?.hiddenSections ?? []
  const focusNext = useFocusNext()
  return (
    <>
      <PageHead
        title="Content Management"
        lede="The sections of the landing page and the footer. A change is public as soon as you save it."
        actions={
          <Button id={createButtonId} disabled={isBusy || !sections} onClick={() => begin()}>
            Create
          </Button>
        }
      />
      <ContentTabs />
      {isBusy && <SectionForm key={item?.id} section={item} onSaved={({ id }) => end(id)} onCancel={() => end()} />}
      {error && !sections && (
        <LoadError title="The sections could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
      )}
      {!error && !sections && <Skeleton />}
      {sections?.length === 0 && !isBusy && (
        <EmptyState title="No content sections yet">
          <p>
            The pages show their original texts. Create a section to replace a text, to add a card or to hide a part.
          </p>
        </EmptyState>
      )}
      <ul>
        {sections?.map((section) => (
          <li key={section.id} className="flex flex-wrap items-start gap-x-5 gap-y-3 border-base-300 border-t py-4">
            <SectionPicture address={section.imageUrl} />
            <div className="min-w-0 flex-1 basis-72">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="text-quiet text-sm">
                  {sectionLabels[section.section]} · Sort order {section.sortOrder}
                </span>
                <Badge tone={section.isActive ? 'success' : 'outline'}>
                  {section.isActive ? 'Active' : 'Inactive'}
                </Badge>
                {section.isActive && off.includes(section.section) && (
                  <span className="text-quiet text-sm">Not shown, because the heading of its part is inactive</span>
                )}
              </p>
              <h2 className="wrap-anywhere mt-1 font-sans font-semibold text-base">{nameOf(section)}</h2>
              {section.subtitle && <p className="wrap-anywhere mt-1">{section.subtitle}</p>}
              {section.content && (
                <p className="wrap-anywhere mt-1 line-clamp-2 text-quiet text-sm">{section.content}</p>
              )}
            </div>
            <div className="flex gap-1">
              <Button
                id={editButtonId(section.id)}
                tone="outline"
                disabled={isBusy}
                aria-label={`Edit ${nameOf(section)}`}
                onClick={() => begin(section)}
              >
                Edit
              </Button>
              <Button
                tone="quiet"
                disabled={isBusy}
                aria-label={`Delete ${nameOf(section)}`}
                onClick={() => setDeleting(section)}
              >
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {deleting && (
        <DeleteSection
          section={deleting}
          onDone={() => focusNext(createButtonId)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  )
}

/** The title of a section. A section that keeps its original title has the name of its part. */
function nameOf({ title, section }: Section): string {
  return title || `${sectionLabels[section]} with its original title`
}

/** The picture of a section. A picture that cannot be loaded is hidden. */
function SectionPicture({ address }: { address: string }) {
  const [isBroken, setBroken] = useState(false)
  if (!address || isBroken) return null
  return (
    <img src={address} alt="" className="size-20 border border-base-300 object-cover" onError={() => setBroken(true)} />
  )
}

type DeleteSectionProps = { section: Section; onDone: () => void; onClose: () => void }

function DeleteSection({ section, onDone, onClose }: DeleteSectionProps) {
  const report = useReport()
  const { mutateAsync, isPending } = useDeleteSection()
  async function remove() {
    const isDeleted = await report(mutateAsync(section), {
      done: () => ({ title: 'Content Deleted' }),
      failed: 'Deletion Failed',
      fallback: 'The section could not be deleted. Please try again.',
    })
    if (isDeleted) onDone()
    onClose()
  }
  return (
    <Confirm
      open
      title={`Delete “${nameOf(section)}”?`}
      confirmLabel="Delete"
      busy={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>The page shows its original text again. A card that you added disappears. The history of the texts remains.</p>
    </Confirm>
  )
}
