import { useFormState } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { boardSeatForm } from '@/lib/generated'
import { nominationLabels } from '@/lib/option-labels'
import { useRuleForm } from '@/lib/rule-form'
import { CheckField, SelectField, TextAreaField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { useToast } from '@/ui/toast-queue'
import type { BoardSeatBody } from './api'
import { committees } from './labels'

type SeatValues = Pick<Required<BoardSeatBody>, 'title' | 'company' | 'city' | 'closesOn' | 'description'> & {
  sector: string
  committee: string
  isConfidential: boolean
  isListed: boolean
  isIndependent: boolean
}

type SeatFormProps<Saved> = {
  /** The stored values, if the board seat exists. */
  seat?: SeatValues
  save: (body: BoardSeatBody) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** The toast after success, and the verb on the button. */
  done: string
  action: string
}

/** The form of a board seat, for members and the office. */
export function SeatForm<Saved>({ seat, save, onSaved, done, action }: SeatFormProps<Saved>) {
  const toast = useToast()
  const form = useRuleForm('board-seat', boardSeatForm, {
    initial: {
      ...(seat && {
        title: seat.title,
        company: seat.company,
        sector: seat.sector,
        city: seat.city,
        committee: seat.committee,
        closesOn: seat.closesOn,
        description: seat.description,
      }),
      isConfidential: seat?.isConfidential ?? false,
      isListed: seat?.isListed ?? false,
      isIndependent: seat?.isIndependent ?? false,
    },
  })
  const { isDirty } = useFormState({ control: form.control })
  const submit = form.submit({
    send: async (values) => {
      const saved = await save(values)
      toast({ title: done })
      onSaved(saved)
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <>
      <Form
        form={form}
        onSubmit={submit}
        refusalTitle="The board seat was not saved"
        closesOnSuccess
        buttons={
          <SubmitButton form={form} busyLabel="Saving…" className="self-start">
            {action}
          </SubmitButton>
        }
        className="flex max-w-2xl flex-col gap-5"
      >
        <TextField
          form={form}
          name="title"
          hint="Such as Independent director, or Chair of the board."
          autoComplete="off"
        />
        <TextField form={form} name="company" autoComplete="off" />
        <CheckField
          form={form}
          name="isConfidential"
          label="Confidential"
          means="members see the sector and the city instead of the company and your name, and the office handles the interest. Once the board seat has been open, it stays confidential. Please do not name the company in the description."
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField form={form} name="sector" labels={nominationLabels.industry} />
          <TextField form={form} name="city" autoComplete="off" />
          <SelectField form={form} name="committee" labels={committees} />
          <TextField
            form={form}
            name="closesOn"
            type="date"
            hint="Members can show interest until the end of this day."
          />
        </div>
        <CheckField
          form={form}
          name="isListed"
          label="Listed company"
          means="its shares are traded on a stock exchange"
        />
        <CheckField
          form={form}
          name="isIndependent"
          label="Independent director"
          means="the person must meet the criteria of independence"
        />
        <TextAreaField
          form={form}
          name="description"
          rows={8}
          hint="What the board looks for, how often it meets, and what the role asks. Plain text."
        />
      </Form>
      <LeaveGuard dirty={isDirty} />
    </>
  )
}
