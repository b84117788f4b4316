import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { dateAndTime } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { Disclosure } from '@/ui/disclosure'
import { useReauthenticated } from '@/ui/use-reauthenticated'
import { useReport } from '@/ui/use-report'
import type { EmailTextDetail, EmailTextVersion } from './api'
import { emailTextVersionsQuery, useRestoreEmailText } from './api'

/** The earlier versions of an email's text, with a button to restore each. */
export function TextVersions({ text }: { text: EmailTextDetail }) {
  const { data: versions = [], error, refetch } = useQuery(emailTextVersionsQuery(text.id))
  return (
    <section aria-labelledby="versions-heading" className="mt-8 border-base-300 border-t pt-6">
      <h2 id="versions-heading" className="mb-2 font-sans font-semibold text-lg">
        Versions
      </h2>
      {error && (
        <p className="text-error">
          {messageOf(error, 'The versions could not be loaded.')}{' '}
          <Button tone="quiet" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!error && versions.length === 0 && <p className="text-quiet">The built-in text has not been changed.</p>}
      {versions.length > 0 && (
        <ol className="mb-4">
          {versions.map((version) => (
            <li key={version.version} className="border-base-300 border-b py-2">
              <Version text={text} version={version} />
            </li>
          ))}
        </ol>
      )}
      {text.isChanged && <Restore text={text} version={0} label="Restore the built-in text" />}
    </section>
  )
}

function Version({ text, version }: { text: EmailTextDetail; version: EmailTextVersion }) {
  const { wording } = version
  const isCurrent = version.version === text.version
  return (
    <Disclosure
      label={
        <span>
          {version.isBuiltIn ? 'Built in' : `Version ${version.version}`}
          {isCurrent && ', in use'}
          <span className="block font-normal text-quiet text-sm">
            {version.changedBy}, {dateAndTime(version.changedAt)} IST
          </span>
        </span>
      }
    >
      <div className="mt-2 border border-base-300 p-4 text-[0.9375rem]">
        <p className="font-semibold">{wording.subject}</p>
        <p className="text-quiet text-sm">{wording.preview}</p>
        <pre className="my-3 overflow-x-auto whitespace-pre-wrap break-words font-sans">{wording.body}</pre>
        <p className="text-quiet text-sm">{wording.footnote}</p>
        {!isCurrent && !version.isBuiltIn && (
          <div className="mt-3">
            <Restore text={text} version={version.version} label="Restore this version" />
          </div>
        )}
      </div>
    </Disclosure>
  )
}

function Restore({ text, version, label }: { text: EmailTextDetail; version: number; label: string }) {
  const report = useReport()
  const { mutateAsync, isPending } = useRestoreEmailText()
  const [isOpen, setOpen] = useState(false)
  const { save, dialog } = useReauthenticated(
    (values: Record<string, unknown>) => mutateAsync({ id: text.id, values }),
    {
      title: 'Change this text?',
      children: 'This email has a secret link, or is about security or money. Please enter your password again.',
    },
  )
  async function restore() {
    setOpen(false)
    await report(save({ version }), { failed: 'Not changed' })
  }
  return (
    <>
      <Button tone="outline" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Confirm
        open={isOpen}
        title={`${label}?`}
        confirmLabel="Restore"
        busy={isPending}
        isDestructive={false}
        onConfirm={restore}
        onClose={() => setOpen(false)}
      >
        <p>The next email uses it. The current text stays in the list of versions.</p>
      </Confirm>
      {dialog}
    </>
  )
}
