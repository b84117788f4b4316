import { useState } from 'react'
import { Cancelled, messageOf } from '@/lib/api-error'
import { only } from '@/lib/form-schema'
import { counted } from '@/lib/formats'
import { personEmailForm, personForm, reauthenticateForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { SelectField, TextAreaField, TextField } from '@/ui/fields'
import { DialogForm } from '@/ui/form'
import { FormDialog } from '@/ui/form-dialog'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useToast } from '@/ui/toast-queue'
import { useReauthenticated } from '@/ui/use-reauthenticated'
import type { MergePreview, Person } from './api'
import { useCorrectPerson, useMerge, usePreviewMerge, useResetPersonMfa, useWriteToPerson } from './api'

type DialogProps = { person: Person; onClose: () => void }

const requestTypes = { enquiry: 'Enquiry', membership: 'Membership' }

const ownFields = ['name', 'email', 'phone', 'location', 'requestType'] as const
const correctRules = only(personForm, ...ownFields)

/** Corrects the data of an account. A change of the email address requires the admin's password. */
export function CorrectDialog({ person, onClose }: DialogProps) {
  const toast = useToast()
  const { mutateAsync } = useCorrectPerson(person.id)
  const { save, dialog } = useReauthenticated((values: Record<string, unknown>) => mutateAsync(values), {
    title: 'Change the email address?',
    children: (
      <p>Anyone who can read email sent to the new address can sign in to the account. We notify both addresses.</p>
    ),
  })
  const form = useRuleForm('correct-person', correctRules, {
    initial: Object.fromEntries(ownFields.map((name) => [name, person[name]])),
  })
  const submit = form.submit({
    send: async (values) => {
      const changed = ownFields.filter((name) => values[name] !== person[name])
      await save(Object.fromEntries(changed.map((name) => [name, values[name]])))
      toast({ title: 'Saved', description: `The details of ${values.name || person.email} were updated` })
      onClose()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Dialog open title={`Edit details of ${person.name || person.email}`} onClose={onClose}>
      <DialogForm form={form} onSubmit={submit} refusalTitle="Not saved" submitLabel="Save" onClose={onClose}>
        <TextField form={form} name="name" autoComplete="off" />
        <TextField form={form} name="email" type="email" autoComplete="off" />
        <TextField form={form} name="phone" autoComplete="off" />
        <TextField form={form} name="location" autoComplete="off" />
        <SelectField form={form} name="requestType" labels={requestTypes} />
      </DialogForm>
      {dialog}
    </Dialog>
  )
}

/** Turns a person's two-step sign-in off, because the phone and the recovery codes are lost. */
export function ResetMfaDialog({ person, onClose }: DialogProps) {
  const toast = useToast()
  const { mutateAsync } = useResetPersonMfa(person.id)
  return (
    <ReauthDialog
      title={`Reset the two-step sign-in of ${person.name || person.email}?`}
      rules={reauthenticateForm}
      asksCode={false}
      submitLabel="Reset"
      send={async (reauthentication) => {
        await mutateAsync(reauthentication)
        toast({
          title: 'Two-step sign-in is off',
          description: `${person.email} can now sign in with the password alone`,
        })
      }}
      onSent={onClose}
      onClose={onClose}
    >
      <p>
        Do this only if they have lost both their phone and their recovery codes, and only after you have spoken to
        them. They are signed out everywhere, can sign in with their password alone, and get an email about it.
      </p>
    </ReauthDialog>
  )
}

/** Sends an email that the admin writes. */
export function WriteDialog({ person, onClose }: DialogProps) {
  const { mutateAsync } = useWriteToPerson(person.id)
  return (
    <FormDialog
      title={`Write to ${person.name || person.email}`}
      rules={personEmailForm}
      send={mutateAsync}
      done="Email queued"
      submitLabel="Send email"
      refusalTitle="Not sent"
      onClose={onClose}
      fields={(form) => (
        <>
          <TextField form={form} name="subject" autoComplete="off" />
          <TextAreaField form={form} name="words" rows={8} />
        </>
      )}
    >
      We send it to {person.email}, with a greeting and a closing around your text, and store it with the other emails.
      Replies go to the site’s contact address.
    </FormDialog>
  )
}

const otherRule = [
  {
    ...personEmailForm[0],
    name: 'otherId',
    label: 'Email address of the other account',
    messages: { ...personEmailForm[0].messages, required: 'Please enter the address of the other account' },
  },
] as const

const movedWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  transactions: ['payment', 'payments'],
  memberships: ['membership', 'memberships'],
  subscriptions: ['subscription', 'subscriptions'],
  registrations: ['nomination', 'nominations'],
  invitations: ['invitation', 'invitations'],
  seats: ['seat', 'seats'],
  offline_payments: ['offline payment', 'offline payments'],
  coupon_uses: ['used coupon', 'used coupons'],
  billing_profiles: ['set of billing details', 'sets of billing details'],
  event_answers: ['answer to a session', 'answers to sessions'],
  email_choices: ['email topic that they have turned off', 'email topics that they have turned off'],
}

const stayingWords: Readonly<Record<string, (count: number) => string>> = {
  passkeys: (count) => `${counted(count, 'passkey')}, unusable while the account is closed`,
  sessions: (count) => `${counted(count, 'session')}, signed out`,
  secondFactor: () => 'Two-step sign-in',
  pin: () => 'PIN',
  portrait: () => 'Portrait',
  billing_profiles: () => 'Billing details, because this account has its own',
}

/** Merges another account of the same person into this one, after a preview. */
export function MergeDialog({ person, onClose }: DialogProps) {
  const toast = useToast()
  const [preview, setPreview] = useState<MergePreview>()
  const look = usePreviewMerge(person.id)
  const merge = useMerge(person.id)
  const { save, dialog } = useReauthenticated(
    (body: { otherId: string; preview: boolean }) => merge.mutateAsync(body),
    {
      title: 'Merge the two accounts?',
      children: <p>We email the owners of both accounts about it.</p>,
    },
  )
  const form = useRuleForm('merge-person', otherRule)
  const submit = form.submit({
    send: async (values) => setPreview(await look.mutateAsync({ otherId: values.otherId, preview: true })),
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  const stays = Object.entries(preview?.remainingRecords ?? {})
  const moves = Object.entries(preview?.movedRecords ?? {}).filter(([, count]) => count > 0)
  return (
    <Dialog open title={`Merge another account into ${person.name || person.email}`} onClose={onClose}>
      {preview ? (
        <>
          <p>
            <strong>{preview.duplicate.email}</strong> ({preview.duplicate.name}) will be closed, signed out and unable
            to sign in. These records move to <strong>{preview.primary.email}</strong>:
          </p>
          <ul className="my-4 list-disc pl-6">
            {moves.map(([collection, count]) => (
              <li key={collection}>
                {counted(count, ...(movedWords[collection] ?? ([collection, collection] as const)))}
              </li>
            ))}
            {moves.length === 0 && <li>None, because the other account has no records</li>}
          </ul>
          {stays.length > 0 && (
            <>
              <p>These stay with the closed account, and are restored if you undo the merge:</p>
              <ul className="my-4 list-disc pl-6">
                {stays.map(([what, count]) => (
                  <li key={what}>{stayingWords[what]?.(count) ?? what}</li>
                ))}
              </ul>
            </>
          )}
          <p className="text-quiet">You can undo this on this page for 30 days.</p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button tone="outline" onClick={() => setPreview(undefined)}>
              Back
            </Button>
            <Button
              tone="danger"
              busy={merge.isPending}
              onClick={async () => {
                try {
                  await save({ otherId: preview.duplicate.id, preview: false })
                  toast({ title: 'Merged', description: `${preview.duplicate.email} is now part of this account` })
                } catch (error) {
                  if (error instanceof Cancelled) return
                  toast({
                    title: 'Not merged',
                    description: messageOf(error, 'Please try again.'),
                    destructive: true,
                  })
                }
                onClose()
              }}
            >
              Merge accounts
            </Button>
          </div>
        </>
      ) : (
        <DialogForm
          form={form}
          onSubmit={submit}
          refusalTitle="The accounts cannot be merged"
          submitLabel="Preview"
          onClose={onClose}
        >
          <p className="text-quiet">
            Use this if one person has two accounts. The records of the other account move to this account. Nothing is
            deleted.
          </p>
          <TextField form={form} name="otherId" type="email" autoComplete="off" />
        </DialogForm>
      )}
      {dialog}
    </Dialog>
  )
}
