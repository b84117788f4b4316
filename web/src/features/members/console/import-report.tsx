import { useEffect, useRef, useState } from 'react'
import { count, counted, rupees } from '@/lib/formats'
import { reauthenticateForm } from '@/lib/generated'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { Notice } from '@/ui/notice'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { StatCard, StatRow } from '@/ui/stat-card'
import type { ImportReport } from './api'
import { type ImportFile, useStartImport } from './api'
import { ImportLines } from './import-lines'

type ImportReportViewProps = {
  file: ImportFile
  /** The encoding of the file had to be guessed. */
  isGuess: boolean
  report: ImportReport
  busy: boolean
  /** Starts an import that needs no password. */
  onImport: () => void
  /** Called when an import has started after re-authentication. */
  onStarted: () => void
}

/** The effect of the import on each row, and the button that starts it. */
export function ImportReportView({ file, isGuess, report, busy, onImport, onStarted }: ImportReportViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutateAsync } = useStartImport()
  const [asks, setAsks] = useState(false)
  const title = `Import ${file.fileName}?`
  const hasWork = report.new > 0 || report.invited > 0 || report.memberships > 0
  const hasMemberships = report.memberships + report.alreadyMembers > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new report takes the focus to its start
  useEffect(() => {
    heading.current?.focus()
  }, [report])

  return (
    <section aria-labelledby="import-report" className="mb-12">
      <h2 id="import-report" ref={heading} tabIndex={-1} className="display-3 mb-4">
        Preview of the import of {file.fileName}
      </h2>
      {isGuess && (
        <div className="mb-6">
          <Notice tone="warning" title="The file is not in UTF-8, so it was read as Windows text">
            <p>
              Check a few names before you import. If they are wrong, save the file as “CSV UTF-8” and check it again.
            </p>
          </Notice>
        </div>
      )}
      <StatRow>
        <StatCard label="Will be created" value={count(report.new)} />
        <StatCard label="Existing" value={count(report.existing)} note="Not changed" />
        <StatCard label="Invalid" value={count(report.wrong)} note="Skipped" />
        {hasMemberships && (
          <StatCard
            label="Memberships"
            value={count(report.memberships)}
            note={report.memberships > 0 ? `Worth ${rupees(report.value)} at list prices` : 'None to grant'}
          />
        )}
        <StatCard label="Emails" value={count(report.invited)} />
      </StatRow>
      {report.isSecondAdminRequired && (
        <div className="mb-6">
          <Notice title="A second administrator must confirm this import">
            <p>
              The memberships are worth more than one administrator may grant, or one of them is yours. Nothing is
              created before the confirmation. An import that is not confirmed within 14 days is refused, and its file
              is deleted.
            </p>
          </Notice>
        </div>
      )}
      {report.dayFirst && (
        <div className="mb-6">
          <Notice tone="warning" title="Some days could be read in two ways">
            <p>
              The day is read before the month: {report.dayFirst}. If your list has the month first, write the days as
              31-03-2027 and check the file again.
            </p>
          </Notice>
        </div>
      )}
      {report.ignored.length > 0 && (
        <div className="mb-6">
          <Notice title="Some columns are ignored">
            <p className="break-words">{report.ignored.join(', ')}</p>
          </Notice>
        </div>
      )}
      <ImportLines key={file.content} file={file} lines={report.lines} />
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Button busy={busy} disabled={!hasWork} onClick={() => setAsks(true)}>
          {actionLabel(report)}
        </Button>
        {!hasWork && <p className="text-quiet">There is nothing to import, because no one in this file is new.</p>}
      </div>
      {asks && report.isPasswordRequired && (
        <ReauthDialog
          title={title}
          rules={reauthenticateForm}
          asksCode={report.isCodeRequired}
          submitLabel="Import"
          isDestructive={false}
          refusalTitle="The file was not imported"
          send={(reauthentication) => mutateAsync({ file, reauthentication })}
          onSent={onStarted}
          onClose={() => setAsks(false)}
        >
          <Summary report={report} />
        </ReauthDialog>
      )}
      <Confirm
        open={asks && !report.isPasswordRequired}
        title={title}
        confirmLabel="Import"
        isDestructive={false}
        busy={busy}
        onConfirm={() => {
          setAsks(false)
          onImport()
        }}
        onClose={() => setAsks(false)}
      >
        <Summary report={report} />
      </Confirm>
    </section>
  )
}

function Summary({ report }: { report: ImportReport }) {
  return (
    <p>
      {counted(report.new, 'account')} will be created.{' '}
      {report.memberships > 0 && `${counted(report.memberships, 'membership')} will be granted. `}
      {report.invited > 0 ? `${counted(report.invited, 'email')} will be sent.` : 'No email will be sent.'}{' '}
      {report.wrong > 0 && `${counted(report.wrong, 'row')} will be skipped.`}
    </p>
  )
}

function actionLabel({ new: made, invited, memberships }: ImportReport): string {
  if (made > 0) return `Import ${counted(made, 'member')}`
  if (memberships > 0) return `Grant ${counted(memberships, 'membership')}`
  return invited > 0 ? `Send ${counted(invited, 'email')}` : 'Import 0 members'
}
