import { useEffect, useRef, useState } from 'react'
import { type ImportReport, proofForm } from '@/lib/generated'
import { count } from '@/lib/member-figures'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { Notice } from '@/ui/notice'
import { ProofDialog } from '@/ui/proof-dialog'
import { StatCard, StatRow } from '@/ui/stat-card'
import { beginImport, type ImportFile } from './import-calls'
import { ImportLines } from './import-lines'

type ImportReportViewProps = {
  file: ImportFile
  /** How the file's text is written had to be guessed. */
  isGuess: boolean
  report: ImportReport
  busy: boolean
  /** Begins an import without letters. */
  onImport: () => void
  /** An import with letters, which takes the admin's proof, has begun. */
  onBegun: () => void
}

/** What would become of each row, and the button that makes it so. */
export function ImportReportView({ file, isGuess, report, busy, onImport, onBegun }: ImportReportViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [asks, setAsks] = useState(false)
  const title = `Import ${file.fileName}?`
  const hasWork = report.new > 0 || report.invited > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: each report is read from its beginning
  useEffect(() => {
    heading.current?.focus()
  }, [report])

  return (
    <section aria-labelledby="import-report" className="mb-12">
      <h2 id="import-report" ref={heading} tabIndex={-1} className="display-3 mb-4">
        What would become of {file.fileName}
      </h2>
      {isGuess && (
        <div className="mb-6">
          <Notice tone="warning" title="The file is not in UTF-8; it was read as Windows text">
            <p>
              Look at a few names before you import. If one is wrong, save the file as “CSV UTF-8” and check it again.
            </p>
          </Notice>
        </div>
      )}
      <StatRow>
        <StatCard label="Will be created" value={count(report.new)} />
        <StatCard label="Already there" value={count(report.existing)} note="Never changed" />
        <StatCard label="Wrong" value={count(report.wrong)} note="Left out" />
        <StatCard label="Letters" value={count(report.invited)} />
      </StatRow>
      {report.ignored.length > 0 && (
        <div className="mb-6">
          <Notice title="Some columns are not read">
            <p className="break-words">{report.ignored.join(', ')}</p>
          </Notice>
        </div>
      )}
      <ImportLines key={file.content} file={file} lines={report.lines} />
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Button busy={busy} disabled={!hasWork} onClick={() => setAsks(true)}>
          {importing(report)}
        </Button>
        {!hasWork && <p className="text-quiet">There is nothing to do: nobody in this file is new.</p>}
      </div>
      {asks && file.invite && (
        <ProofDialog
          title={title}
          rules={proofForm}
          asksCode={report.asksCode}
          action="Import"
          harmless
          refused="Nothing was imported"
          send={(proof) => beginImport(file, proof)}
          onSent={onBegun}
          onClose={() => setAsks(false)}
        >
          <Outcome report={report} />
        </ProofDialog>
      )}
      <Confirm
        open={asks && !file.invite}
        title={title}
        action="Import"
        harmless
        busy={busy}
        onConfirm={() => {
          setAsks(false)
          onImport()
        }}
        onClose={() => setAsks(false)}
      >
        <Outcome report={report} />
      </Confirm>
    </section>
  )
}

function Outcome({ report }: { report: ImportReport }) {
  return (
    <p>
      {several(report.new, 'account')} will be made.{' '}
      {report.invited > 0 ? `${several(report.invited, 'letter')} will be sent.` : 'No letter will be sent.'}{' '}
      {report.wrong > 0 && `${several(report.wrong, 'row')} will be left out.`}
    </p>
  )
}

function importing({ new: made, invited }: ImportReport): string {
  return made > 0 || invited === 0 ? `Import ${several(made, 'member')}` : `Send ${several(invited, 'letter')}`
}

function several(number: number, what: string): string {
  return `${count(number)} ${what}${number === 1 ? '' : 's'}`
}
