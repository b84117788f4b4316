import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateAndTime } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { LoadError } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import type { ContentSection, ContentVersion } from './api'
import { versionsQuery } from './api'
import { nameOfText } from './section-names'
import { wordDiff } from './word-diff'

type VersionsDialogProps = {
  /** Undefined while the dialog is closed. */
  text: ContentSection | undefined
  busyId: string | undefined
  onRestore: (version: ContentVersion) => void
  onClose: () => void
}

/** The earlier versions of a text, with a button to restore each. */
export function VersionsDialog({ text, busyId, onRestore, onClose }: VersionsDialogProps) {
  return (
    <Dialog open={text !== undefined} title={text ? `Earlier versions of “${nameOfText(text)}”` : ''} onClose={onClose}>
      {text && <Versions text={text} busyId={busyId} onRestore={onRestore} />}
    </Dialog>
  )
}

type VersionsProps = Pick<VersionsDialogProps, 'busyId' | 'onRestore'> & { text: ContentSection }

function Versions({ text, busyId, onRestore }: VersionsProps) {
  // Loads the versions each time the dialog opens, because another admin may have saved one.
  const { data: versions, error, refetch } = useQuery({ ...versionsQuery(text.id), staleTime: 0 })
  const [openId, setOpenId] = useState<string>()
  if (error) return <LoadError title="The versions could not be loaded" error={error} onRetry={() => refetch()} />
  if (!versions) return <Skeleton lines={2} />
  if (versions.length === 0) return <p className="text-quiet">This text has not been changed yet.</p>
  return (
    <>
      <p className="text-quiet text-sm">
        Restoring a version restores its text and image, and stores the current text as a version. The position does not
        change, and neither does whether the text is active.
      </p>
      <ul className="mt-4">
        {versions.map((version) => (
          <li key={version.id} className="border-base-300 border-t py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <p className="mr-auto">
                <span className="block font-medium">{nameOfText(version)}</span>
                <span className="text-quiet text-sm">
                  Until {dateAndTime(version.endedAt)}
                  {version.endedBy && `, when ${version.endedBy}${deeds[version.ended] ?? ' changed it'}`}
                </span>
              </p>
              <Button
                tone="quiet"
                aria-expanded={openId === version.id}
                onClick={() => setOpenId(openId === version.id ? undefined : version.id)}
              >
                Compare
              </Button>
              <Button tone="outline" busy={busyId === version.id} onClick={() => onRestore(version)}>
                Restore
              </Button>
            </div>
            {openId === version.id && (
              <div className="mt-2 border-base-300 border-l-2 pl-4">
                <Difference now={text} then={version} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const deeds: Readonly<Record<ContentVersion['ended'], string>> = {
  updated: ' changed it',
  restored: ' restored an earlier version',
  deleted: ' deleted it',
}

type Words = { title: string; subtitle: string; content: string; imageUrl: string }

const fields = [
  ['title', 'Title'],
  ['subtitle', 'Subtitle'],
  ['content', 'Content'],
  ['imageUrl', 'Image'],
] as const

/** The effect of restoring: the current text is struck through, the restored text is underlined. */
function Difference({ now, then }: { now: Words; then: Words }) {
  const changed = fields.filter(([name]) => now[name] !== then[name])
  if (changed.length === 0) return <p className="text-quiet">This version is the same as the current text.</p>
  return (
    <dl className="flex flex-col gap-3">
      {changed.map(([name, label]) => (
        <div key={name}>
          <dt className="font-semibold text-quiet text-sm">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">
            {wordDiff(now[name], then[name]).map(({ kind, text }, index) => {
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
              if (kind === 'same') return <span key={index}>{text}</span>
              if (kind === 'gone')
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
                  <del key={index} className="bg-error/10 text-error">
                    {text}
                  </del>
                )
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
                <ins key={index} className="bg-success/10 text-success">
                  {text}
                </ins>
              )
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
