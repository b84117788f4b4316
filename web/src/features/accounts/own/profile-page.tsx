import { useQuery } from '@tanstack/react-query'
import { useFormState } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { profileForm } from '@/lib/generated'
import { ownProfileQuery, seenBy } from '@/lib/own-profile'
import { useRuleForm } from '@/lib/rule-form'
import { LoadError } from '@/ui/empty-state'
import { TextAreaField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from '../account-section'
import type { Profile } from '../api'
import { profileQuery, useUpdateProfile } from './api'
import { BoardsField } from './boards-field'
import { PortraitSection } from './portrait-section'

/** The member's profile. */
export function ProfilePage() {
  const { data: profile, error, refetch, isFetching } = useQuery(profileQuery)
  if (profile)
    return (
      <>
        <PortraitSection portrait={profile.portrait} />
        <ProfileForm profile={profile} />
      </>
    )
  if (error)
    return <LoadError title="Your profile could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  return <Spinner label="Loading your profile…" />
}

function ProfileForm({ profile }: { profile: Profile }) {
  const toast = useToast()
  const { mutateAsync } = useUpdateProfile()
  const form = useRuleForm('profile', profileForm, { initial: profile })
  const { isDirty } = useFormState({ control: form.control })
  const { data: own } = useQuery(ownProfileQuery)
  const submit = form.submit({
    send: async (values) => {
      const saved = await mutateAsync(values)
      form.reset(saved)
      toast({ title: 'Your profile was saved' })
    },
    failed: (error) => {
      const message = messageOf(error, 'Please try again.')
      toast({ title: 'Your profile was not saved', description: message, destructive: true })
      return message
    },
  })
  return (
    <Form form={form} onSubmit={submit} refusalTitle="Your profile was not saved" isToasted className="">
      <AccountSection
        title="Your details"
        lede="How we address you, and how we reach you. Your receipts also show these details."
      >
        <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
          <TextField form={form} name="name" className="sm:col-span-2" autoComplete="name" />
          <TextField form={form} name="phone" type="tel" autoComplete="tel" hint={seenBy(own, 'phone')} />
          <TextField form={form} name="location" placeholder="City, State" />
        </div>
      </AccountSection>
      <AccountSection
        title="Your work"
        lede={`Where you work, and the boards that you serve on. ${seenBy(own, 'work', 'your company and designation')} ${seenBy(own, 'boards', 'your boards')}`}
      >
        <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
          <TextField form={form} name="company" autoComplete="organization" />
          <TextField form={form} name="designation" autoComplete="organization-title" />
          <TextField
            form={form}
            name="din"
            hint="Your director identification number: eight digits. Members never see it."
            className="sm:col-span-2"
            inputMode="numeric"
            autoComplete="off"
            controlClass="max-w-40"
          />
          <BoardsField form={form} />
        </div>
      </AccountSection>
      <AccountSection
        title="About you"
        lede={`A few sentences about you, for your profile. ${seenBy(own, 'biography', 'them')}`}
      >
        <div className="max-w-2xl">
          <TextAreaField form={form} name="biography" rows={6} />
          <SubmitButton form={form} busyLabel="Saving…" className="mt-6">
            Save profile
          </SubmitButton>
        </div>
      </AccountSection>
      <LeaveGuard dirty={isDirty} />
    </Form>
  )
}
