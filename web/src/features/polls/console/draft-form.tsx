import { useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { inputDay } from '@/lib/formats'
import { pollForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { useStoredVersion } from '@/lib/use-stored-version'
import { ListField, SelectField, TextAreaField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { useToast } from '@/ui/toast-queue'
import { type AdminPoll, pollQuery, useSavePoll } from './api'

const ballots = { secret: 'Secret', open: 'Open: names are shown with the votes' }

type DraftFormProps = {
  poll?: AdminPoll
  /** A new draft starts with the texts of this consultation. */
  repeats?: AdminPoll
  onSaved?: (saved: AdminPoll) => void
  /** Reports whether the form has changes that are not saved. */
  onDirty?: (isDirty: boolean) => void
}

/** The form of a draft. Nothing of it changes after the publication. */
export function DraftForm({ poll, repeats, onSaved, onDirty }: DraftFormProps) {
  const { mutateAsync } = useSavePoll()
  const toast = useToast()
  const form = useRuleForm('poll', pollForm, { initial: initialOf(poll, repeats) })
  const stored = useStoredVersion(form, poll, valuesOf)
  const { isDirty } = useFormState({ control: form.control })
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  const submit = form.submit({
    send: async ({ quorum, ...values }) => {
      const body = { ...values, quorum: Number(quorum) }
      const saved = await stored.save(() => mutateAsync({ id: poll?.id, version: stored.version, body }))
      toast({ title: 'The draft was saved' })
      onSaved?.(saved)
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <>
      <Form
        form={form}
        onSubmit={submit}
        refusalTitle="The draft was not saved"
        onLoadCurrent={poll && (() => stored.load(pollQuery(poll.id), (current) => current, 'title'))}
        closesOnSuccess={!poll}
        buttons={
          <SubmitButton form={form} busyLabel="Saving…" className="self-start">
            Save draft
          </SubmitButton>
        }
        className="flex max-w-3xl flex-col gap-5"
      >
        <TextField form={form} name="title" autoComplete="off" />
        <TextAreaField
          form={form}
          name="text"
          hint="Separate paragraphs with an empty line. They are numbered, and members comment on each of them."
          rows={14}
        />
        <TextField form={form} name="question" hint="The question of the vote." autoComplete="off" />
        <ListField form={form} name="options" hint="One option on each line." rows={4} />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField form={form} name="ballot" labels={ballots} />
          <TextField
            form={form}
            name="quorum"
            hint="How many members must vote for a decision. 0 means no quorum."
            inputMode="numeric"
            hasDefault
          />
          <TextField
            form={form}
            name="discussionEndsAt"
            hint="Members can comment until the end of this day. Then you open the vote."
            type="date"
          />
        </div>
      </Form>
      <LeaveGuard dirty={isDirty} />
    </>
  )
}

const newDraft = { options: ['Yes', 'No', 'Abstain'], ballot: 'secret', quorum: '0' }

function initialOf(poll?: AdminPoll, repeats?: AdminPoll) {
  if (poll) return valuesOf(poll)
  return repeats ? { ...valuesOf(repeats), discussionEndsAt: '', repeatOf: repeats.id } : newDraft
}

function valuesOf(poll: AdminPoll) {
  return {
    title: poll.title,
    text: poll.text,
    question: poll.question,
    options: poll.options,
    ballot: poll.ballot,
    quorum: String(poll.quorum),
    discussionEndsAt: inputDay(poll.discussionEndsAt),
    repeatOf: poll.repeatOf,
  }
}
