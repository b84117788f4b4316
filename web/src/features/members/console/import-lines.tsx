import { useState } from 'react'
import { count, date } from '@/lib/formats'
import { Badge, type BadgeTone } from '@/ui/badge'
import { EmailText } from '@/ui/email-address'
import { ExportButton } from '@/ui/export-button'
import { Pager } from '@/ui/pager'
import { PlainTable } from '@/ui/small-table'
import type { ImportFile, ImportLine } from './api'

const perPage = 50

const outcomes: Readonly<Record<ImportLine['outcome'], { label: string; tone: BadgeTone }>> = {
  new: { label: 'Will be created', tone: 'success' },
  exists: { label: 'Existing', tone: 'plain' },
  wrong: { label: 'Invalid', tone: 'danger' },
}

const unchanged: Readonly<Record<'' | 'held' | 'repeated', string>> = {
  held: 'Is a member already',
  repeated: 'Had this membership before',
  '': 'The account is closed',
}

/** The rows of a file and the effect of the import on each. Invalid rows come first. */
export function ImportLines({ file, lines }: { file: ImportFile; lines: readonly ImportLine[] }) {
  const areWrong = lines.some(({ outcome }) => outcome === 'wrong')
  const [shown, setShown] = useState(areWrong ? 'wrong' : '')
  const [page, setPage] = useState(1)
  const hasMemberships = lines.some(({ membership }) => membership !== null)
  const some = shown ? lines.filter(({ outcome }) => outcome === shown) : lines
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
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
        {areWrong && (
          <ExportButton
            path="/api/members/imports/wrong-rows"
            madeOf={file}
            label="Download the invalid rows"
            saved={{
              title: 'Invalid Rows Downloaded',
              description: 'The file shows the error of each row. Correct the rows and import the file',
            }}
          />
        )}
      </div>
      {some.length === 0 ? (
        <p className="py-6 text-quiet">No rows.</p>
      ) : (
        <PlainTable
          caption="The rows of the file"
          headers={['Line', 'Name', 'Email', ...(hasMemberships ? ['Membership'] : []), 'Outcome']}
          rows={some.slice((page - 1) * perPage, page * perPage).map((line) => ({
            key: String(line.line),
            cells: [
              count(line.line),
              line.name || 'N/A',
              <EmailText key="email" address={line.email || 'N/A'} />,
              ...(hasMemberships ? [<LineMembership key="membership" membership={line.membership} />] : []),
              <Outcome key="outcome" line={line} />,
            ],
          }))}
        />
      )}
      <Pager label="Pages of the file’s rows" page={page} perPage={perPage} total={some.length} onPage={setPage} />
    </>
  )
}

function LineMembership({ membership }: Pick<ImportLine, 'membership'>) {
  if (!membership) return <span className="text-quiet">None</span>
  const { tierName, startsAt, endsAt, outcome } = membership
  return (
    <>
      {tierName}
      <span className="block text-quiet text-sm">
        {outcome !== 'granted'
          ? `Not granted. ${unchanged[outcome]}`
          : `From ${date(startsAt)} ${endsAt ? `until ${date(endsAt)}` : 'for life'}`}
      </span>
    </>
  )
}

function Outcome({ line: { outcome, invited, errors } }: { line: ImportLine }) {
  const { label, tone } = outcomes[outcome]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {invited && <span className="ml-2 text-quiet text-sm">gets an email</span>}
      {errors && (
        <ul className="text-left text-sm">
          {errors.map(({ column, message }) => (
            <li key={column} className="mt-1">
              {column && <b className="font-medium">{column}: </b>}
              {message}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
