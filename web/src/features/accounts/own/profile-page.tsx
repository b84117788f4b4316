import { useQuery } from '@tanstack/react-query'
import { useFormState } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { digitsOf } from '@/lib/form-schema'
import { profileForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { LoadError } from '@/ui/empty-state'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { LeaveGuard } from '@/ui/leave-guard'
import { RuleField } from '@/ui/rule-field'
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
    return <LoadError title="Your profile could not be read" error={error} busy={isFetching} onRetry={refetch} />
  return <Spinner label="Loading your profile…" />
}

function ProfileForm({ profile }: { profile: Profile }) {
  const toast = useToast()
  const { mutateAsync } = useUpdateProfile()
  const form = useRuleForm('profile', profileForm, { initial: profile, prepare: { phone: digitsOf } })
  const { isDirty } = useFormState({ control: form.control })
  const submit = form.submit({
    send: async (values) => {
      const saved = await mutateAsync(values)
      form.reset(saved)
      toast({ title: 'Your profile is saved' })
    },
    failed: (error) => {
      const message = messageOf(error, 'Please try again.')
      toast({ title: 'Your profile was not saved', description: message, destructive: true })
      return message
    },
  })
  return (
    <form id={form.id} method="post" noValidate onSubmit={submit}>
      <FormProblem form={form} title="Your profile was not saved" />
      <AccountSection
        title="You"
        lede="How we address you, and how we reach you. Your receipts also show these details."
      >
        <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
          <RuleField form={form} name="name" className="sm:col-span-2">
            {(control) => <input className="input" autoComplete="name" {...control} />}
          </RuleField>
          <RuleField form={form} name="phone">
            {(control) => <input type="tel" className="input" autoComplete="tel" {...control} />}
          </RuleField>
          <RuleField form={form} name="location">
            {(control) => <input className="input" placeholder="City, State" {...control} />}
          </RuleField>
        </div>
      </AccountSection>
      <AccountSection title="Your work" lede="Where you work, and the boards that you serve on.">
        <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
          <RuleField form={form} name="company">
            {(control) => <input className="input" autoComplete="organization" {...control} />}
          </RuleField>
          <RuleField form={form} name="designation">
            {(control) => <input className="input" autoComplete="organization-title" {...control} />}
          </RuleField>
          <RuleField
            form={form}
            name="din"
            hint="Your director identification number, eight digits."
            className="sm:col-span-2"
          >
            {(control) => (
              <input className="input max-w-40 tabular-nums" inputMode="numeric" autoComplete="off" {...control} />
            )}
          </RuleField>
          <BoardsField form={form} />
        </div>
      </AccountSection>
      <AccountSection title="In your words" lede="A few sentences about you, for your profile.">
        <div className="max-w-2xl">
          <RuleField form={form} name="biography">
            {(control) => <textarea rows={6} className="textarea" {...control} />}
          </RuleField>
          <SubmitButton form={form} busyLabel="Saving…" className="mt-6">
            Save profile
          </SubmitButton>
        </div>
      </AccountSection>
      <LeaveGuard dirty={isDirty} />
    </form>
  )
}
