import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { Link } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { date } from '@/lib/formats'
import { directoryProfileForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { phoneText } from '@/lib/links'
import { directoryLabels } from '@/lib/option-labels'
import { type OwnProfile, ownProfileQuery } from '@/lib/own-profile'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { SelectField, TextAreaField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { usePublish, useSaveProfile, useWithdraw } from './api'
import { BlocksSection } from './blocks-section'
import { ChipsField } from './chips-field'
import { ProfileView } from './profile-view'
import { VouchesSection } from './vouches-section'

/** The member's own profile in the directory: whether it is published, what members see, and its form. */
export function ProfilePage() {
  const { data: own, error, refetch, isFetching } = useQuery(ownProfileQuery)
  if (own)
    return (
      <>
        <StateSection own={own} />
        <EditSection key={String(own.isSaved)} own={own} />
        <VouchesSection isSeen={own.isVisible} />
        <BlocksSection />
      </>
    )
  if (error)
    return <LoadError title="Your profile could not be read" error={error} busy={isFetching} onRetry={refetch} />
  return <Spinner label="Loading your profile…" />
}

function StateSection({ own }: { own: OwnProfile }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display-3">
        How members see you
      </h2>
      <div className="mt-5">
        <State own={own} />
      </div>
      {own.isSaved && (
        <div className="mt-6 border border-base-300 p-5 sm:p-8">
          <p className="mb-6 text-quiet text-sm">As members without an introduction to you see it</p>
          <ProfileView person={own.preview} heading={<h3 className="display-3">{own.preview.name}</h3>}>
            <p className="mt-6 text-quiet text-sm">{contactsSentence(own)}</p>
          </ProfileView>
        </div>
      )}
    </section>
  )
}

function State({ own }: { own: OwnProfile }) {
  const toast = useToast()
  const withdraw = useWithdraw()
  if (own.state === 'suspended')
    return (
      <Notice tone="warning" title="Your profile is suspended">
        The office has taken it off the directory after a report. Please write to the office if you have questions.
      </Notice>
    )
  if (own.state === 'published')
    return (
      <Notice
        tone={own.isVisible ? 'success' : 'warning'}
        title={own.isVisible ? 'Your profile is published' : 'Members do not see your profile now'}
      >
        <p>
          {own.isVisible
            ? `Members have seen it in the directory since ${date(own.publishedAt)}. Changes show at once.`
            : 'Members see your profile only while you are a member. When your membership is active again, they see it again, unless you withdraw it.'}
        </p>
        <Button
          tone="outline"
          className="mt-3"
          busy={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(undefined, {
              onSuccess: () => toast({ title: 'Your profile is withdrawn' }),
              onError: (error) =>
                toast({
                  title: 'Your profile was not withdrawn',
                  description: messageOf(error, 'Please try again.'),
                  destructive: true,
                }),
            })
          }
        >
          Withdraw from the directory
        </Button>
      </Notice>
    )
  if (!own.isSaved)
    return (
      <Notice title="You are not listed">
        No member can see you in the directory. We have filled in the form below from your account and your nomination.
        Check it and save it; you can publish it after that.
      </Notice>
    )
  return <PublishSection own={own} />
}

function PublishSection({ own }: { own: OwnProfile }) {
  const toast = useToast()
  const [agrees, setAgrees] = useState(false)
  const [problem, setProblem] = useState('')
  const publish = usePublish()
  const { text, items, wording } = own.consent

  function send() {
    if (!agrees) return setProblem('Please tick the box if you want to be listed')
    publish.mutate(wording, {
      onSuccess: () => toast({ title: 'Your profile is published' }),
      onError: (error) => setProblem(messageOf(error, 'Please try again.')),
    })
  }

  return (
    <Notice title="You are not listed">
      <p>No member can see you in the directory. If you publish your profile, members of the circle see:</p>
      <ul className="mt-2 list-disc pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <label className="mt-4 flex max-w-text items-start gap-3">
        <input
          type="checkbox"
          className="checkbox mt-1"
          checked={agrees}
          aria-describedby={problem ? 'publish-problem' : undefined}
          onChange={(event) => {
            setAgrees(event.currentTarget.checked)
            setProblem('')
          }}
        />
        <span>{text}</span>
      </label>
      <p id="publish-problem" role="alert" className="mt-2 font-medium text-error text-sm empty:hidden">
        {problem}
      </p>
      <Button className="mt-4" busy={publish.isPending} onClick={send}>
        Publish my profile
      </Button>
    </Notice>
  )
}

function contactsSentence(own: OwnProfile): string {
  const names = { email: 'email', phone: 'phone number', linkedin: 'LinkedIn profile' } as const
  const shown = own.preview.contacts.map((contact) => names[contact])
  return shown.length === 0
    ? 'Members without an introduction see none of your contacts.'
    : `Every member can ask to see your ${new Intl.ListFormat('en-GB').format(shown)}.`
}

/** The fields for which a member chooses who sees them, in the order of the form. */
const choices = [
  ['portraitVisibility', 'Portrait'],
  ['workVisibility', 'Designation and company'],
  ['boardsVisibility', 'Boards'],
  ['cityVisibility', 'City'],
  ['biographyVisibility', 'Biography'],
  ['sectorsVisibility', 'Sectors'],
  ['canHelpWithVisibility', 'Can help with'],
  ['lookingForVisibility', 'Looking for'],
  ['languagesVisibility', 'Languages'],
  ['emailVisibility', 'Email'],
  ['phoneVisibility', 'Phone number'],
  ['linkedinVisibility', 'LinkedIn profile'],
] as const

// A draft may lack these fields, but a published profile may not, so they are marked neither as required nor as
// optional.
const needed = 'Needed to publish your profile.'

function EditSection({ own }: { own: OwnProfile }) {
  const toast = useToast()
  const { mutateAsync } = useSaveProfile()
  const form = useRuleForm('directory-profile', directoryProfileForm, { initial: own })
  const { isDirty } = useFormState({ control: form.control })
  const submit = form.submit({
    send: async (values) => {
      form.reset(await mutateAsync(values))
      toast({ title: 'Your profile is saved' })
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <section aria-labelledby="edit-profile" className="mt-12 border-base-300 border-t pt-10">
      <h2 id="edit-profile" className="display-3">
        Your profile
      </h2>
      <p className="mt-2 max-w-text text-quiet">
        Your name, portrait and boards come from{' '}
        <Link to={href(paths.accountProfile)} className="text-link">
          your account
        </Link>
        .{own.boards.length > 0 && ` Boards: ${own.boards.map(({ company }) => company).join(', ')}.`}
      </p>
      <Form form={form} onSubmit={submit} refusalTitle="Your profile was not saved" className="mt-6 max-w-3xl">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField form={form} name="designation" autoComplete="organization-title" hasDefault hint={needed} />
          <TextField form={form} name="company" autoComplete="organization" />
          <TextField form={form} name="city" autoComplete="address-level2" hasDefault hint={needed} />
          <TextField
            form={form}
            name="linkedin"
            type="url"
            autoComplete="url"
            autoCapitalize="none"
            placeholder="linkedin.com/in/your-name"
          />
          <TextAreaField form={form} name="biography" className="sm:col-span-2" rows={5} />
          <ChipsField form={form} name="sectors" labels={directoryLabels.sectors} />
          <ChipsField form={form} name="canHelpWith" labels={directoryLabels.canHelpWith} />
          <TextAreaField
            form={form}
            name="lookingFor"
            className="sm:col-span-2"
            rows={3}
            hint="For example a seat on an audit committee, or a mentor for your first board."
          />
          <ChipsField form={form} name="languages" labels={directoryLabels.languages} />
        </div>
        <fieldset className="mt-10 border-base-300 border-t pt-6" aria-describedby="visibility-hint">
          <legend className="sr-only">Who sees what</legend>
          <h3 className="font-sans font-semibold text-lg">Who sees what</h3>
          <p id="visibility-hint" className="mt-1 max-w-text text-quiet">
            Members find you only by what all of them see. What you show after an introduction is on your profile page,
            for that member only. All members see your name while your profile is published.
          </p>
          <div className="mt-5 grid items-end gap-x-5 gap-y-4 sm:grid-cols-2">
            {choices.map(([name, label]) => (
              <SelectField
                key={name}
                form={form}
                name={name}
                label={
                  <>
                    <span className="sr-only">Who sees: </span>
                    {label}
                  </>
                }
                labels={directoryLabels[name]}
                hasDefault
              />
            ))}
          </div>
          <p className="mt-4 max-w-text text-quiet text-sm">
            Your email{own.phone && ' and phone number'} in your account: {own.email}
            {own.phone && ` · ${phoneText(own.phone)}`}
          </p>
        </fieldset>
        <SubmitButton form={form} busyLabel="Saving…" className="mt-8">
          Save profile
        </SubmitButton>
        <LeaveGuard dirty={isDirty} />
      </Form>
    </section>
  )
}
