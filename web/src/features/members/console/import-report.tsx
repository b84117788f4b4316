import { useEffect, useRef, useState } from 'react'
import type { ImportLine, ImportReport } from '@/lib/generated'
import { count } from '@/lib/member-figures'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { Notice } from '@/ui/notice'
import { Pager } from '@/ui/pager'
import { StatCard, StatRow } from '@/ui/stat-card'
import type { ImportFile } from './import-calls'

const perPage = 50

const outcomes: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  new: { label: 'Will be created', tone: 'success' },
  exists: { label: 'Already there', tone: 'plain' },
  wrong: { label: 'Wrong', tone: 'danger' },
}

type ImportReportViewProps = { file: ImportFile; report: ImportReport; busy: boolean; onImport: () => void }

/** What would become of each row, and the button that makes it so. */
export function ImportReportView({ file, report, busy, onImport }: ImportReportViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [asks, setAsks] = useState(false)
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
      <Lines key={file.content} lines={report.lines} />
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Button busy={busy} disabled={!hasWork} onClick={() => setAsks(true)}>
          {importing(report)}
        </Button>
        {!hasWork && <p className="text-quiet">There is nothing to do: nobody in this file is new.</p>}
      </div>
      <Confirm
        open={asks}
        title={`Import ${file.fileName}?`}
        action="Import"
        harmless
        busy={busy}
        onConfirm={() => {
          setAsks(false)
          onImport()
        }}
        onClose={() => setAsks(false)}
      >
        <p>
          {people(report.new, 'account')} will be made.{' '}
          {report.invited > 0 ? `${people(report.invited, 'letter')} will be sent.` : 'No letter will be sent.'}{' '}
          {report.wrong > 0 && `${people(report.wrong, 'row')} will be left out.`}
        </p>
      </Confirm>
    </section>
  )
}

function importing({ new: made, invited }: ImportReport): string {
  return made > 0 || invited === 0 ? `Import ${people(made, 'member')}` : `Send ${people(invited, 'letter')}`
}

function people(number: number, what: string): string {
  return `${count(number)} ${what}${number === 1 ? '' : 's'}`
}

function Lines({ lines }: { lines: readonly ImportLine[] }) {
  const [shown, setShown] = useState(lines.some(({ outcome }) => outcome === 'wrong') ? 'wrong' : '')
  const [page, setPage] = useState(1)
  const some = shown ? lines.filter(({ outcome }) => outcome === shown) : lines
  return (
    <>
      <div className="mb-3 flex items-center gap-3">
        <label htmlFor="import-lines" className="text-quiet text-sm">
          Show
        </label>
        <select
          id="import-lines"
          className="select w-auto"
          value={shown}
          onChange={(event) => {
            setShown(event.target.value)
            setPage(1)
          }}
        >
          <option value="">All rows</option>
          {Object.entries(outcomes).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {some.length === 0 ? (
        <p className="py-6 text-quiet">No such row.</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-left">
            <caption className="sr-only">The rows of the file</caption>
            <thead className="border-base-300 border-b text-quiet text-sm">
              <tr>
                {['Line', 'Name', 'Email', 'Outcome'].map((header) => (
                  <th key={header} scope="col" className="py-2 pr-6 font-semibold">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {some.slice((page - 1) * perPage, page * perPage).map((line) => (
                <tr key={line.line} className="border-base-300 border-b align-top">
                  <td className="py-2.5 pr-6 tabular-nums">{count(line.line)}</td>
                  <td className="break-words py-2.5 pr-6">{line.name || 'N/A'}</td>
                  <td className="break-all py-2.5 pr-6">{line.email || 'N/A'}</td>
                  <td className="py-2.5">
                    <Outcome line={line} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager page={page} perPage={perPage} total={some.length} onPage={setPage} />
    </>
  )
}

function Outcome({ line: { outcome, invited, reason } }: { line: ImportLine }) {
  const { label, tone } = outcomes[outcome] ?? { label: outcome, tone: 'plain' as const }
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {invited && <span className="ml-2 text-quiet text-sm">gets a letter</span>}
      {reason && <span className="mt-1 block text-sm">{reason}</span>}
    </>
  )
}
