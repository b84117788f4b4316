import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { reportDecisionForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { reportReasons } from '@/lib/option-labels'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { SelectField, TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { PersonLink } from '@/ui/person-link'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import { useReport } from '@/ui/use-report'
import { type Report, reportQuery, useDecide, useReverse } from './api'
import { decisions, statusOf, subjects } from './labels'

/** A report: what the reporter saw, and the decision. */
export function ReportPage() {
  const { id = '' } = useParams()
  const { data: report, error, refetch } = useQuery(reportQuery(id))
  if (!report && error)
    return (
      <UnreadRecord
        what="Report"
        error={error}
        onRetry={refetch}
        list={{ label: 'All reports', to: consolePaths.reports }}
      />
    )
  if (!report) return <ScreenSkeleton />
  const { label, tone } = statusOf(report)
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={consolePaths.reports}>
          All reports
        </Link>
      </p>
      <PageHead
        title={subjects[report.subject]}
        named={`${subjects[report.subject]} of ${report.otherName || 'the office'}`}
        lede={
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Badge tone={tone}>{label}</Badge>
            <span>{reportReasons[report.reason]}.</span>
          </span>
        }
        actions={<Actions report={report} />}
      />
      <div className="max-w-3xl">
        <Facts report={report} />
        <Text title="What the reporter saw" text={[report.title, report.text].filter(Boolean).join('\n\n')} />
        <Text title="What the reporter says" text={report.details || 'The reporter gave no details.'} />
        {report.state !== 'open' && (
          <>
            <Text title="Reason of the decision" text={report.note} />
            {report.message && <Text title="Message to the member" text={report.message} />}
          </>
        )}
      </div>
    </>
  )
}

function Facts({ report }: { report: Report }) {
  return (
    <dl className="border-base-300 border-b">
      <Fact label="Reported member">
        {report.otherId ? <PersonLink id={report.otherId}>{report.otherName || 'A member'}</PersonLink> : 'The office'}
      </Fact>
      <Fact label="Reported by">
        {report.reporterId ? (
          <PersonLink id={report.reporterId}>{report.reporterName}</PersonLink>
        ) : (
          report.reporterName
        )}
      </Fact>
      <Fact label="Reported">
        <Moment at={report.createdAt} />
      </Fact>
      {report.state === 'open' ? (
        <Fact label="Decide by">
          <Moment at={report.decideBy} />
        </Fact>
      ) : (
        <Fact label="Decided">
          {report.decision && decisions[report.decision]}, <Moment at={report.decidedAt} /> by {report.decidedBy}
        </Fact>
      )}
      <Place report={report} />
    </dl>
  )
}

/** Where the content is in the console. */
function Place({ report: { subject, subjectId, parentId } }: { report: Report }) {
  const may = useMay()
  const place =
    subject === 'comment'
      ? may('GET /api/admin/polls/{id}') && { to: href(consolePaths.poll, { id: parentId }), label: 'The consultation' }
      : subject === 'board-seat' &&
        may('GET /api/admin/board-seats/{id}') && {
          to: href(consolePaths.boardSeat, { id: subjectId }),
          label: 'The board seat',
        }
  return (
    place && (
      <Fact label="Place">
        <Link className="text-link" to={place.to}>
          {place.label}
        </Link>
      </Fact>
    )
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-base-300 border-t py-3 sm:grid-cols-[12rem_1fr]">
      <dt className="text-quiet">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section className="mt-8">
      <h2 className="font-sans font-semibold text-lg">{title}</h2>
      <p className="mt-2 max-w-text whitespace-pre-line break-words border-base-300 border-l-2 pl-4">{text}</p>
    </section>
  )
}

const removals: Readonly<Record<Report['subject'], string>> = {
  profile: 'If you remove the content, the profile is suspended until you lift the suspension.',
  comment: 'If you remove the content, the comment is removed. Members see your message in its place.',
  'board-seat': 'If you remove the content, the board seat is closed.',
  message:
    'If you remove the content, the text of the message is deleted, and both members see that the office has removed it. Only these two read the conversation, so an email to the sender suggests who has reported.',
}

function Actions({ report }: { report: Report }) {
  const may = useMay()
  if (!may('POST /api/admin/reports/{id}/decide')) return null
  if (report.state === 'open') return <Decide report={report} />
  return report.canReverse && <LiftSuspension report={report} />
}

function Decide({ report }: { report: Report }) {
  const [asks, setAsks] = useState(false)
  const { mutateAsync } = useDecide(report.id)
  return (
    <>
      <Button onClick={() => setAsks(true)}>Decide</Button>
      {asks && (
        <FormDialog
          title="Decide about the report"
          rules={reportDecisionForm}
          send={mutateAsync}
          done="The report is decided"
          submitLabel="Decide"
          refusalTitle="The report is not decided"
          fields={(form) => (
            <>
              <SelectField form={form} name="decision" labels={decisions} />
              <TextAreaField form={form} name="note" rows={3} />
              <TextAreaField
                form={form}
                name="message"
                rows={3}
                hint="Required if you remove the content or warn the member. They get it by email."
              />
            </>
          )}
          onClose={() => setAsks(false)}
        >
          <p>
            {removals[report.subject]} The reporter gets an email that you have decided, without details. A decision
            cannot be changed.
          </p>
        </FormDialog>
      )}
    </>
  )
}

function LiftSuspension({ report }: { report: Report }) {
  const [asks, setAsks] = useState(false)
  const { mutateAsync, isPending } = useReverse(report.id)
  const tell = useReport()
  async function lift() {
    await tell(mutateAsync(), {
      done: () => ({ title: 'The suspension is lifted' }),
      failed: 'The suspension was not lifted',
    })
    setAsks(false)
  }
  return (
    <>
      <Button tone="outline" onClick={() => setAsks(true)}>
        Lift the suspension
      </Button>
      <Confirm
        open={asks}
        title="Lift the suspension?"
        confirmLabel="Lift the suspension"
        busy={isPending}
        onClose={() => setAsks(false)}
        onConfirm={lift}
      >
        <p>The member gets an email. Other members see the profile once its owner publishes it again.</p>
      </Confirm>
    </>
  )
}
