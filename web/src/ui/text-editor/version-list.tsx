import { type ReactNode, useState } from 'react'
import { Button } from '@/ui/button'

type VersionListProps = {
  versions: readonly { id: string; value: string; title: string; note: string }[]
  /** The value in the editor. */
  now: string
  /** Shows how a value differs from the value in the editor. */
  difference: (value: string) => ReactNode
  onRestore: (value: string) => void
}

/** The earlier versions of a text. Each can be compared with the text in the editor and restored. */
export function VersionList({ versions, now, difference, onRestore }: VersionListProps) {
  const [openId, setOpenId] = useState<string>()
  return (
    <ul>
      {versions.map(({ id, value, title, note }) => (
        <li key={id} className="border-base-300 border-t py-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p className="mr-auto">
              <span className="block font-medium">{title}</span>
              <span className="text-quiet text-sm">{note}</span>
            </p>
            {value === now ? (
              <span className="text-quiet text-sm">The text as it is now</span>
            ) : (
              <>
                <Button
                  tone="quiet"
                  aria-expanded={openId === id}
                  onClick={() => setOpenId(openId === id ? undefined : id)}
                >
                  Compare
                  <span className="sr-only">
                    {' '}
                    with: {title}, {note}
                  </span>
                </Button>
                <Button tone="outline" onClick={() => onRestore(value)}>
                  Restore
                  <span className="sr-only">
                    : {title}, {note}
                  </span>
                </Button>
              </>
            )}
          </div>
          {openId === id && <div className="mt-2 border-base-300 border-l-2 pl-4">{difference(value)}</div>}
        </li>
      ))}
    </ul>
  )
}
