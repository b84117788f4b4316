import { useState } from 'react'
import { date } from '@/lib/formats'
import { refereeForm } from '@/lib/generated'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { TextAreaField, TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { useReport } from '@/ui/use-report'
import type { Referee, ReviewedNomination } from './api'
import { useDeleteReferee, useSaveReferee } from './api'
import { Panel } from './panel'

/** People who know the applicant, and their statements. */
export function Referees({ nomination }: { nomination: ReviewedNomination }) {
  const { referees } = nomination.verification
  const [open, setOpen] = useState<Partial<Referee>>()
  return (
    <Panel title="Referees" aside="Not shown to the applicant">
      {referees.length === 0 ? (
        <p className="text-quiet">No referees yet.</p>
      ) : (
        <ul>
          {referees.map((referee) => (
            <Entry key={referee.id} nomination={nomination} referee={referee} onEdit={() => setOpen(referee)} />
          ))}
        </ul>
      )}
      <Button tone="outline" className="mt-4" onClick={() => setOpen({})}>
        Add a referee
      </Button>
      {open && <RefereeDialog nomination={nomination} referee={open} onClose={() => setOpen(undefined)} />}
    </Panel>
  )
}

type EntryProps = { nomination: ReviewedNomination; referee: Referee; onEdit: () => void }

function Entry({ nomination, referee, onEdit }: EntryProps) {
  const report = useReport()
  const { mutateAsync, isPending } = useDeleteReferee(nomination.id)
  const [asking, setAsking] = useState(false)

  async function remove() {
    const isGone = await report(mutateAsync(referee.id), {
      done: () => ({ title: 'The referee was deleted' }),
      failed: 'The referee was not deleted',
    })
    if (!isGone) setAsking(false)
  }

  return (
    <li className="border-base-300 border-b py-3">
      <h3 className="font-sans font-semibold">{referee.name}</h3>
      <p className="text-quiet text-sm">{[referee.relation, referee.contact].filter(Boolean).join(' · ')}</p>
      {referee.statement && <p className="mt-1 max-w-text whitespace-pre-line">{referee.statement}</p>}
      <p className="mt-1 text-quiet text-sm">
        {referee.statement ? `Replied on ${date(`${referee.heardOn}T12:00+05:30`)}` : 'No reply yet'} · added by{' '}
        {referee.actor}
      </p>
      <div className="mt-1 -ml-3 flex flex-wrap gap-x-1">
        <Button tone="quiet" onClick={onEdit}>
          {referee.statement ? 'Edit' : 'Record what they statement'}
          <span className="sr-only">, {referee.name}</span>
        </Button>
        <Button tone="quiet" onClick={() => setAsking(true)}>
          Delete<span className="sr-only"> the referee {referee.name}</span>
        </Button>
      </div>
      <Confirm
        open={asking}
        title={`Delete the referee ${referee.name}?`}
        confirmLabel="Delete the referee"
        busy={isPending}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        The audit log keeps the details of the referee.
      </Confirm>
    </li>
  )
}

type RefereeDialogProps = { nomination: ReviewedNomination; referee: Partial<Referee>; onClose: () => void }

function RefereeDialog({ nomination, referee, onClose }: RefereeDialogProps) {
  const { mutateAsync } = useSaveReferee(nomination.id, referee.id)
  const { name = '', relation = '', contact = '', statement = '', heardOn = '' } = referee
  return (
    <FormDialog
      title={referee.id ? `Edit the referee ${referee.name}` : 'Add a referee'}
      rules={refereeForm}
      initial={{ name, relation, contact, statement, heardOn }}
      send={(body) => mutateAsync(body)}
      done={referee.id ? 'The referee was saved' : 'The referee was added'}
      submitLabel="Save"
      onClose={onClose}
      fields={(form) => (
        <>
          <TextField form={form} name="name" autoComplete="off" />
          <TextField form={form} name="relation" hint="How they know the applicant." autoComplete="off" />
          <TextField
            form={form}
            name="contact"
            hint="An email address or a phone number. We do not contact the referee."
            autoComplete="off"
          />
          <TextAreaField form={form} name="statement" rows={4} />
          <TextField form={form} name="heardOn" hint="If you leave this empty, we use today’s date." type="date" />
        </>
      )}
    >
      Stored with the nomination. The applicant cannot see it.
    </FormDialog>
  )
}
