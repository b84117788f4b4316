import type { ReactNode } from 'react'
import { editButtonId } from '@/lib/editing'
import { dateAndTime } from '@/lib/formats'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import type { ContentSection } from './api'
import { Thumbnail } from './image-field'
import { nameOfText } from './section-names'

type TextEntryProps = {
  text: ContentSection
  /** Another text is being edited, so no other action is possible. */
  disabled: boolean
  controls: ReactNode
  onEdit: () => void
  onVersions: () => void
  onDelete: () => void
}

/** One text in the list, with its actions. */
export function TextEntry({ text, disabled, controls, onEdit, onVersions, onDelete }: TextEntryProps) {
  const name = nameOfText(text)
  return (
    <div className="@container py-3">
      <div className="flex items-center gap-x-4 gap-y-2 @max-3xl:flex-col @max-3xl:items-stretch">
        <div className="flex min-w-0 flex-1 items-center gap-4">
          <Thumbnail src={text.imageUrl} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
              <Badge tone={text.isActive ? 'success' : 'outline'}>{text.isActive ? 'Active' : 'Inactive'}</Badge>
            </p>
            {(text.subtitle || text.content) && (
              <p className="mt-0.5 line-clamp-1 text-quiet text-sm">
                {text.title ? text.subtitle || text.content : text.content}
              </p>
            )}
            <p className="mt-0.5 text-quiet text-sm">Changed {dateAndTime(text.updatedAt)}</p>
          </div>
        </div>
        <div className="flex shrink-0 flex-wrap items-center">
          {controls}
          <Button
            id={editButtonId(text.id)}
            tone="outline"
            className="px-3"
            disabled={disabled}
            onClick={onEdit}
            aria-label={`Edit ${name}`}
          >
            Edit
          </Button>
          <Button
            tone="quiet"
            className="px-3"
            disabled={disabled}
            onClick={onVersions}
            aria-label={`Versions of ${name}`}
          >
            Versions
          </Button>
          <Button tone="quiet" className="px-3" disabled={disabled} onClick={onDelete} aria-label={`Delete ${name}`}>
            Delete
          </Button>
        </div>
      </div>
    </div>
  )
}
