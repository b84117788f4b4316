import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateAndTime } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { LoadError } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { VersionList } from '@/ui/text-editor/version-list'
import { WordDifference } from '@/ui/text-editor/word-difference'
import { useReauthenticated } from '@/ui/use-reauthenticated'
import { useReport } from '@/ui/use-report'
import { type EmailTextDetail, emailTextVersionsQuery, useRestoreEmailText, type Wording } from './api'
import { readableWording } from './readable'
import { encode, reauthentication } from './wording'

type EmailHistoryProps = {
  text: EmailTextDetail
  /** The text in the editor. */
  now: Wording
  onRestore: (wording: Wording) => void
  onClose: () => void
}

/** The published versions of an email and the built-in text. Each can be compared and made the draft. */
export function EmailHistory({ onClose, ...rest }: EmailHistoryProps) {
  return (
    <Dialog open title="History of this email" onClose={onClose}>
      <Versions {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Versions({ text, now, onRestore, onClose }: EmailHistoryProps) {
  const { data, error, refetch } = useQuery({ ...emailTextVersionsQuery(text.id), staleTime: 0 })
  if (error) return <LoadError title="The history could not be loaded" error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton lines={2} />
  const versions = data
    .filter(({ isBuiltIn }) => !isBuiltIn)
    .map(({ version, wording, changedBy, changedAt }) => ({
      id: String(version),
      value: encode(wording),
      title: version === text.version ? 'Published, in use' : 'Published',
      note: `${changedBy}, ${dateAndTime(changedAt)} IST`,
    }))
  const builtIn = {
    id: 'built-in',
    value: encode(text.builtIn),
    title: text.isChanged ? 'Original text' : 'Original text, in use',
    note: 'Comes with the site',
  }
  return (
    <>
      <VersionList
        versions={[...versions, builtIn]}
        now={encode(now)}
        difference={(value) => (
          <WordDifference before={readableWording(now)} after={readableWording(JSON.parse(value))} />
        )}
        onRestore={(value) => onRestore(JSON.parse(value))}
      />
      {text.isChanged && <UseOriginal id={text.id} onDone={onClose} />}
    </>
  )
}

/** Sends the text that comes with the site again, also after an update of the site has changed it. */
function UseOriginal({ id, onDone }: { id: string; onDone: () => void }) {
  const report = useReport()
  const { mutateAsync, isPending } = useRestoreEmailText()
  const [isAsking, setAsking] = useState(false)
  const { save, dialog } = useReauthenticated(
    (values: { version: number }) => mutateAsync({ id, values }),
    reauthentication,
  )
  async function restore() {
    const isDone = await report(save({ version: 0 }), {
      done: () => ({ title: 'Original text in use', description: 'The next email uses it.' }),
      failed: 'Not changed',
    })
    if (isDone) onDone()
  }
  return (
    <div className="border-base-300 border-t pt-4">
      {isAsking ? (
        <>
          <p className="mb-3">
            The next email then uses the original text, and it follows updates of the site. The published versions stay
            in this list.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button busy={isPending} onClick={restore}>
              Use the original text
            </Button>
            <Button tone="quiet" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </div>
        </>
      ) : (
        <Button tone="outline" onClick={() => setAsking(true)}>
          Use the original text from now on…
        </Button>
      )}
      {dialog}
    </div>
  )
}
