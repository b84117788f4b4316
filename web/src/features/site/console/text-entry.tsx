import type { ReactNode } from 'react'
import { date, timeOfDay } from '@/lib/formats'
import type { ContentSection } from '@/lib/generated'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { nameOfText } from './section-names'
import { Thumbnail } from './thumbnail'

type TextEntryProps = {
  text: ContentSection
  /** Something is being written: nothing else can be begun. */
  disabled: boolean
  controls: ReactNode
  onEdit: () => void
  onVersions: () => void
  onDelete: () => void
}

/** One text in the list, and what can be done with it. */
export function TextEntry({ text, disabled, controls, onEdit, onVersions, onDelete }: TextEntryProps) {
  const name = nameOfText(text)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Thumbnail src={text.imageUrl} />
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{name}</span>
          <Badge tone={text.isActive === 'true' ? 'success' : 'outline'}>
            {text.isActive === 'true' ? 'Active' : 'Inactive'}
          </Badge>
        </p>
        {(text.subtitle || text.content) && (
          <p className="mt-0.5 line-clamp-1 text-quiet text-sm">
            {text.title ? text.subtitle || text.content : text.content}
          </p>
        )}
        <p className="mt-0.5 text-quiet text-sm">
          Changed {date(text.updatedAt)}, {timeOfDay(text.updatedAt)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {controls}
        <Button
          id={editButtonId(text.id)}
          tone="outline"
          disabled={disabled}
          onClick={onEdit}
          aria-label={`Edit ${name}`}
        >
          Edit
        </Button>
        <Button tone="quiet" disabled={disabled} onClick={onVersions} aria-label={`Versions of ${name}`}>
          Versions
        </Button>
        <Button tone="quiet" disabled={disabled} onClick={onDelete} aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </div>
    </div>
  )
}

/** The id of a text's Edit button, for whoever gives the focus back to it. */
export function editButtonId(id: string): string {
  return `edit-${id}`
}
