import { useState } from 'react'
import { mentorCheckInForm } from '@/lib/generated'
import { Button } from '@/ui/button'
import { SelectField, TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Day } from '@/ui/moment'
import { type Mentorship, useCheckIn } from './api'
import { checkInAnswers } from './labels'

/** Tells the office how a mentorship is going. */
export function CheckIn({ mentorship: { id, person, checkIn, checkedInAt } }: { mentorship: Mentorship }) {
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync } = useCheckIn(id)
  return (
    <>
      {checkIn && (
        <p className="w-full text-quiet text-sm">
          You told the office on <Day at={checkedInAt} />: {checkInAnswers[checkIn].toLowerCase()}.
        </p>
      )}
      <Button tone="outline" onClick={() => setOpen(true)}>
        How is it going?
      </Button>
      {isOpen && (
        <FormDialog
          title={`How is it going with ${person.name}?`}
          rules={mentorCheckInForm}
          send={(body) => mutateAsync(body)}
          done="The office has your answer"
          submitLabel="Send to the office"
          refusalTitle="Your answer was not sent"
          fields={(form) => (
            <>
              <SelectField form={form} name="answer" labels={checkInAnswers} />
              <TextAreaField form={form} name="note" rows={4} />
            </>
          )}
          onClose={() => setOpen(false)}
        >
          <p>
            Only the office reads your answer, and {person.name} does not. We ask for it after 30 and after 90 days, and
            you can answer at any time. “{checkInAnswers.ended}” also ends the mentorship here.
          </p>
        </FormDialog>
      )}
    </>
  )
}
