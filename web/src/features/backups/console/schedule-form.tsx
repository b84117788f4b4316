import { messageOf } from '@/lib/api-error'
import type { FormValues } from '@/lib/form-schema'
import { backupScheduleForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { CheckField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { useReauthenticated } from '@/ui/use-reauthenticated'
import type { BackupSchedule } from './api'
import { useSaveBackupSchedule } from './api'

type Schedule = FormValues<typeof backupScheduleForm>

type ScheduleFormProps = { schedule: BackupSchedule; asksCode: boolean }

/** Whether a backup is made each night, and how many are kept. */
export function ScheduleForm({ schedule, asksCode }: ScheduleFormProps) {
  const { mutateAsync, isSuccess } = useSaveBackupSchedule()
  const { save, dialog } = useReauthenticated((values: Schedule) => mutateAsync(values), {
    title: 'Save the schedule?',
    asksCode,
    children: ({ daily, keep }) => (
      <p>
        {daily
          ? `The site creates a backup every night and keeps the newest ${keep}.`
          : 'The site no longer creates backups at night. Existing backups are not deleted.'}
      </p>
    ),
  })
  const form = useRuleForm('backup-schedule', backupScheduleForm, {
    initial: { daily: schedule.daily, keep: String(schedule.keep) },
  })
  const isDirty = form.formState.isDirty
  const submit = form.submit({
    send: async (values) => {
      await save(values)
      form.reset(values)
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <section aria-labelledby="schedule-heading" className="mb-12 max-w-3xl border-base-content border-t-2 pt-5">
      <h2 id="schedule-heading" className="mb-3 font-sans font-semibold text-lg">
        Nightly backups
      </h2>
      {schedule.custom && (
        <p className="mb-3 text-quiet">
          Staff have set another schedule in the dashboard: <code>{schedule.custom}</code> (UTC). Saving here replaces
          it.
        </p>
      )}
      <Form form={form} onSubmit={submit} refusalTitle="Not saved">
        <CheckField form={form} name="daily" label="Create a backup every night at 02:00 IST" />
        <TextField
          form={form}
          name="keep"
          hint="Older nightly backups are deleted. Backups that you create yourself are not."
          inputMode="numeric"
          controlClass="max-w-32"
        />
        <div className="flex items-center gap-4">
          <SubmitButton form={form} tone="outline" busyLabel="Saving…">
            {isSuccess && !isDirty ? 'Saved' : 'Save schedule'}
          </SubmitButton>
        </div>
      </Form>
      {dialog}
      <LeaveGuard dirty={isDirty} />
    </section>
  )
}
