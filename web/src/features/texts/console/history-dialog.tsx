import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateAndTime } from '@/lib/formats'
import type { Language } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { LoadError } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { encode, historyQuery, type TextRow, type Version } from './api'
import { Difference } from './difference'

type HistoryProps = {
  row: TextRow
  lang: Language
  /** The value in the editor. */
  now: string
  nameOf?: (id: string) => string
  onRestore: (value: string) => void
}

/** The earlier values of a text. Each can be compared with the present one and restored. */
export function HistoryDialog({ onClose, ...rest }: HistoryProps & { onClose: () => void }) {
  return (
    <Dialog open title={`History of “${rest.row.label}”`} onClose={onClose}>
      <Versions {...rest} />
    </Dialog>
  )
}

const states: Readonly<Record<Version['state'], string>> = {
  draft: 'Draft',
  published: 'Published',
}

function Versions({ row, lang, now, nameOf, onRestore }: HistoryProps) {
  const { data: versions, error, refetch } = useQuery(historyQuery(row.key, lang))
  const [openId, setOpenId] = useState<string>()
  if (error) return <LoadError title="The history could not be loaded" error={error} onRetry={() => refetch()} />
  if (!versions) return <Skeleton lines={2} />
  const builtIn = { id: 'built-in', value: row.builtIn, title: 'Original text', note: 'Comes with the site' }
  const rows = [
    ...versions.map(({ id, value, state, by, at }) => ({
      id,
      value,
      title: states[state],
      note: `${by}, ${dateAndTime(at)} IST`,
    })),
    builtIn,
  ]
  return (
    <ul>
      {rows.map(({ id, value, title, note }) => (
        <li key={id} className="border-base-300 border-t py-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p className="mr-auto">
              <span className="block font-medium">{title}</span>
              <span className="text-quiet text-sm">{note}</span>
            </p>
            {encode(value) === now ? (
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
                <Button tone="outline" onClick={() => onRestore(encode(value))}>
                  Restore
                  <span className="sr-only">
                    : {title}, {note}
                  </span>
                </Button>
              </>
            )}
          </div>
          {openId === id && (
            <div className="mt-2 border-base-300 border-l-2 pl-4">
              <Difference kind={row.kind} before={now} after={encode(value)} nameOf={nameOf} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
