import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { dateAndTime } from '@/lib/formats'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { WordDifference } from '@/ui/text-editor/word-difference'
import { kinds } from '../labels'
import { type AdminLibraryItem, collectionsQuery, type LibraryVersion, sessionsQuery, versionsQuery } from './api'

type VersionsSectionProps = {
  item: AdminLibraryItem
  /** Puts the values of a version into the form. */
  onRestore: (version: LibraryVersion) => void
}

/** The earlier versions of an item, each with its differences from the saved item. */
export function VersionsSection({ item, onRestore }: VersionsSectionProps) {
  const heading = useId()
  const { data: versions, error, isFetching, refetch } = useQuery(versionsQuery(item.id))
  const [openId, setOpenId] = useState<string>()
  return (
    <section aria-labelledby={heading} className="mt-10 max-w-3xl border-base-300 border-t pt-6">
      <h2 id={heading} className="display-3">
        Earlier versions
      </h2>
      {error && !versions && (
        <LoadError title="The versions could not be loaded" error={error} busy={isFetching} onRetry={() => refetch()} />
      )}
      {!error && !versions && <Skeleton lines={2} />}
      {versions?.length === 0 && (
        <p className="mt-3 text-quiet">This item has not been changed yet. Each change keeps the version before it.</p>
      )}
      {versions && versions.length > 0 && (
        <ul className="mt-3">
          {versions.map((version) => (
            <li key={version.id} className="border-base-300 border-t py-3">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <p className="mr-auto">
                  <span className="block font-medium">{version.form.title}</span>
                  <span className="text-quiet text-sm">
                    Until {dateAndTime(version.endedAt)}
                    {version.endedBy && `, changed by ${version.endedBy}`}
                  </span>
                </p>
                <Button
                  tone="quiet"
                  aria-expanded={openId === version.id}
                  onClick={() => setOpenId(openId === version.id ? undefined : version.id)}
                >
                  Compare
                </Button>
                <Button tone="outline" onClick={() => onRestore({ ...version })}>
                  Restore
                </Button>
              </div>
              {openId === version.id && (
                <div className="mt-2 border-base-300 border-l-2 pl-4">
                  <Difference now={item.form} then={version.form} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type ItemValues = LibraryVersion['form']

/** What restoring would change: the saved text is struck through, the text of the version is underlined. */
function Difference({ now, then }: { now: ItemValues; then: ItemValues }) {
  const { data: collections = [] } = useQuery(collectionsQuery)
  const { data: sessions = [] } = useQuery({ ...sessionsQuery, enabled: now.sessionId !== then.sessionId })
  const titleOf = (list: readonly { id: string; title: string }[], id: string) =>
    list.find((other) => other.id === id)?.title ?? id
  const texts = (values: ItemValues): readonly (readonly [label: string, text: string])[] => [
    ['Kind', kinds[values.kind]],
    ['Title', values.title],
    ['Authors', values.authors.map(({ name, email }) => (email ? `${name} (${email})` : name)).join(', ')],
    ['Abstract', values.abstract],
    ['Text', values.body],
    ['Link', values.link],
    ['Session', values.sessionId && titleOf(sessions, values.sessionId)],
    ['Tags', values.tags.join(', ')],
    ['Collections', values.collections.map((id) => titleOf(collections, id)).join(', ')],
  ]
  const before = texts(now)
  const changed = texts(then).flatMap(([label, text], index) => {
    const saved = before[index]?.[1] ?? ''
    return saved === text ? [] : [{ label, saved, text }]
  })
  if (changed.length === 0) return <p className="text-quiet">This version is the same as the saved item.</p>
  return (
    <dl className="flex flex-col gap-3">
      {changed.map(({ label, saved, text }) => (
        <div key={label}>
          <dt className="font-semibold text-quiet text-sm">{label}</dt>
          <dd>
            <WordDifference before={saved} after={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
