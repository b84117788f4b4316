import { useQuery } from '@tanstack/react-query'
import { dateAndTime } from '@/lib/formats'
import type { Language } from '@/lib/texts'
import { Dialog } from '@/ui/dialog'
import { LoadError } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { VersionList } from '@/ui/text-editor/version-list'
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
  if (error) return <LoadError title="The history could not be loaded" error={error} onRetry={() => refetch()} />
  if (!versions) return <Skeleton lines={2} />
  const builtIn = { id: 'built-in', value: encode(row.builtIn), title: 'Original text', note: 'Comes with the site' }
  const rows = [
    ...versions.map(({ id, value, state, by, at }) => ({
      id,
      value: encode(value),
      title: states[state],
      note: `${by}, ${dateAndTime(at)} IST`,
    })),
    builtIn,
  ]
  return (
    <VersionList
      versions={rows}
      now={now}
      difference={(value) => <Difference kind={row.kind} before={now} after={value} nameOf={nameOf} />}
      onRestore={onRestore}
    />
  )
}
