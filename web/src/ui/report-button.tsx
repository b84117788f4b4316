import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, type Body, call } from '@/lib/api'
import { reportForm } from '@/lib/generated'
import { reportReasons } from '@/lib/option-labels'
import { Button } from './button'
import { Dialog } from './dialog'
import { SelectField, TextAreaField } from './fields'
import { FormDialog } from './form-dialog'
import { Moment } from './moment'

type ReportButtonProps = {
  subject: Body<'POST /api/reports'>['subject']
  /** The id of the person, the comment, the board seat or the message. */
  id: string
  /** What is reported, as the end of a sentence: "the comment of Asha Rao". */
  what: string
  /** What the member has to know before they report, beside what is true of every report. */
  note?: string
  className?: string
}

/** Reports something to the office, and acknowledges it. */
export function ReportButton({ subject, id, what, note, className }: ReportButtonProps) {
  const [isWriting, setIsWriting] = useState(false)
  const [receipt, setReceipt] = useState<Answer<'POST /api/reports'>>()
  const { mutateAsync } = useMutation({
    mutationFn: (body: Body<'POST /api/reports'>) => call('POST /api/reports', { body }),
  })
  return (
    <>
      <Button tone="quiet" className={className} onClick={() => setIsWriting(true)}>
        Report<span className="sr-only"> {what}</span>
      </Button>
      {isWriting && (
        <FormDialog
          title={`Report ${what}`}
          name={`report-${id}`}
          rules={reportForm}
          initial={{ subject, subjectId: id }}
          send={async (body) => setReceipt(await mutateAsync({ ...body, subject, subjectId: id }))}
          done="Your report is with the office"
          submitLabel="Send the report"
          refusalTitle="Your report was not sent"
          fields={(form) => (
            <>
              <SelectField form={form} name="reason" labels={reportReasons} />
              <TextAreaField form={form} name="details" rows={4} />
            </>
          )}
          onClose={() => setIsWriting(false)}
        >
          <p>
            Only the office sees your report, with a copy of what you report. We do not tell anyone who reported. {note}
          </p>
        </FormDialog>
      )}
      <Dialog open={receipt !== undefined} title="We have received your report" onClose={() => setReceipt(undefined)}>
        {receipt && (
          <div className="flex flex-col items-start gap-4">
            <p>
              The office decides by <Moment at={receipt.decideBy} />. We have sent you an email, and email you again
              once the office has decided.
            </p>
            <p>If someone is in danger, please also call the police on 112.</p>
            <Button onClick={() => setReceipt(undefined)}>Done</Button>
          </div>
        )}
      </Dialog>
    </>
  )
}
