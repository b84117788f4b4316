import { useFormState } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { counted } from '@/lib/formats'
import { sessionForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { useStoredVersion } from '@/lib/use-stored-version'
import { CheckField, TextAreaField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { Notice } from '@/ui/notice'
import { useToast } from '@/ui/toast-queue'
import { emailed } from './announced'
import { type OfficeSession, officeSessionQuery, useSaveSession } from './api'
import { SpeakersField } from './speakers-field'

type SessionFormProps = {
  /** The session that the form changes; undefined creates a draft. */
  session: OfficeSession | undefined
  /** A session whose values are the template of a new one. */
  template?: OfficeSession
  onSaved?: (session: OfficeSession) => void
}

/** Creates a session or changes one. Times are Indian time. */
export function SessionForm({ session, template, onSaved }: SessionFormProps) {
  const toast = useToast()
  const { mutateAsync } = useSaveSession()
  const source = session ?? template
  const form = useRuleForm(`session-${session?.id ?? 'new'}`, sessionForm, {
    initial: source
      ? {
          ...valuesOf(source),
          ...(session ? {} : { startsAt: '', recordingUrl: '', slidesUrl: '', notes: '' }),
        }
      : { minutes: '90', capacity: '50', place: 'Online' },
  })
  const stored = useStoredVersion(form, session, valuesOf)
  const { isDirty, dirtyFields } = useFormState({ control: form.control })
  const submit = form.submit({
    send: async (body) => {
      const saved = await stored.save(() => mutateAsync({ id: session?.id, version: stored.version, body }))
      toast({ title: session ? 'Session saved' : 'Draft created' })
      onSaved?.(saved)
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  const audience = session?.status === 'published' ? session.taken + session.waiting : 0
  const isMoved = Boolean(dirtyFields.startsAt || dirtyFields.minutes || dirtyFields.place)
  const isOver = session && new Date(session.endsAt) < new Date()
  return (
    <>
      <Form
        form={form}
        onSubmit={submit}
        refusalTitle="Nothing was saved"
        onLoadCurrent={session && (() => stored.load(officeSessionQuery(session.id), (current) => current, 'title'))}
        closesOnSuccess={!session}
        buttons={
          <SubmitButton form={form} busyLabel="Saving…" className="self-start max-xs:w-full">
            {session ? 'Save' : 'Create the draft'}
          </SubmitButton>
        }
        className="flex max-w-3xl flex-col gap-5"
      >
        <TextField form={form} name="title" autoComplete="off" />
        <TextField form={form} name="host" autoComplete="off" hint="The person who leads the session." />
        <TextField
          form={form}
          name="hostEmail"
          type="email"
          autoComplete="off"
          hint="Links the host’s name to their profile, for members who may see it."
        />
        <SpeakersField form={form} />
        <TextAreaField form={form} name="abstract" rows={7} hint="Markdown: **bold**, lists and links work." />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField form={form} name="startsAt" type="datetime-local" hint="Indian time (IST), wherever you are." />
          <TextField form={form} name="minutes" inputMode="numeric" hasDefault />
          <TextField
            form={form}
            name="capacity"
            inputMode="numeric"
            hasDefault
            hint="More places go to the waiting list. Fewer places take no one’s place."
          />
          <TextField
            form={form}
            name="place"
            autoComplete="off"
            hasDefault
            hint="Online, or the address of the venue."
          />
        </div>
        <TextField
          form={form}
          name="meetingUrl"
          type="url"
          autoComplete="off"
          hint={
            session?.hasMeetingUrl
              ? 'An address is stored and is never shown. Enter another one to replace it.'
              : 'It is never shown. Everyone with a place opens it with “Join”, from 15 minutes before the start.'
          }
        />
        <CheckField
          form={form}
          name="isPublic"
          label="Page for visitors"
          means="the session has a public page, and the site announces its date"
        />
        {isOver && (
          <>
            <TextField form={form} name="recordingUrl" type="url" autoComplete="off" hint="Members only." />
            <TextField form={form} name="slidesUrl" type="url" autoComplete="off" hint="Members only." />
            <TextAreaField form={form} name="notes" rows={7} hint="Markdown. Members only." />
          </>
        )}
        {session && isMoved && audience > 0 && !isOver && (
          <Notice tone="warning" title={`Saving emails ${counted(audience, 'person', 'people')}`}>
            <p>We email the new time and place to {emailed(session)}. Their answers stay.</p>
          </Notice>
        )}
      </Form>
      <LeaveGuard dirty={isDirty} />
    </>
  )
}

const valuesOf = ({ form }: OfficeSession) => ({
  ...form,
  minutes: String(form.minutes),
  capacity: String(form.capacity),
})
