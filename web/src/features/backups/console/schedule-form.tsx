import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { type BackupSchedule, type Backups, backupScheduleForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { FormProblem } from '@/ui/form-problem'
import { LeaveGuard } from '@/ui/leave-guard'
import { RuleField } from '@/ui/rule-field'
import { SubmitButton } from '@/ui/submit-button'
import { saveSchedule } from './calls'

type ScheduleFormProps = { schedule: BackupSchedule; onSaved: (view: Backups) => void }

/** Whether a backup is taken each night, and how many are kept. */
export function ScheduleForm({ schedule, onSaved }: ScheduleFormProps) {
  const [isSaved, setSaved] = useState(false)
  const form = useRuleForm('backup-schedule', backupScheduleForm, {
    initial: { daily: schedule.daily, keep: String(schedule.keep) },
  })
  const isDirty = form.formState.isDirty
  const submit = form.submit({
    send: async (values) => {
      const view = await saveSchedule(values.daily, values.keep)
      form.reset(values)
      setSaved(true)
      onSaved(view)
    },
    failed: (error) => messageOf(error, 'The schedule could not be saved. Please try again.'),
  })
  return (
    <section aria-labelledby="schedule-heading" className="max-w-3xl border-base-content border-t-2 pt-5">
      <h2 id="schedule-heading" className="mb-3 font-sans font-semibold text-lg">
        Every night
      </h2>
      {schedule.custom && (
        <p className="mb-3 text-quiet">
          Staff have set another schedule in the dashboard: <code>{schedule.custom}</code> (UTC). Saving here replaces
          it.
        </p>
      )}
      <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div role="alert" className="empty:hidden">
          <FormProblem form={form} title="Not saved" />
        </div>
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="checkbox"
            checked={form.watch('daily') === 'true'}
            onChange={(event) => form.setValue('daily', event.target.checked ? 'true' : 'false', { shouldDirty: true })}
          />
          <span className="font-medium">Take a backup at 02:00 IST</span>
        </label>
        <RuleField form={form} name="keep" hint="The oldest of the nightly ones goes. Those taken by hand stay.">
          {(control) => <input className="input max-w-32 tabular-nums" inputMode="numeric" {...control} />}
        </RuleField>
        <div className="flex items-center gap-4">
          <SubmitButton form={form} tone="outline" busyLabel="Saving…">
            {isSaved && !isDirty ? 'Saved' : form.formState.errors.root ? 'Retry' : 'Save the schedule'}
          </SubmitButton>
        </div>
      </form>
      <LeaveGuard dirty={isDirty} />
    </section>
  )
}
