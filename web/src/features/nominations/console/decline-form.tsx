import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '@/lib/api-error'
import { declineForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-address'
import { TextAreaField } from '@/ui/fields'
import { RuleField } from '@/ui/rule-field'
import type { EmailPreview } from './api'
import { usePreviewDecline } from './api'
import type { StepFormProps } from './step-form-frame'
import { StepFormFrame } from './step-form-frame'

/**
 * The refusal. By default no email is sent. If one is, the first press previews exactly that email and the second sends
 * it; a change of the text requires a new preview.
 */
export function DeclineForm({ nomination, onTake, place }: StepFormProps) {
  const { mutateAsync: previewEmail } = usePreviewDecline(nomination.id)
  const form = useRuleForm('decline', declineForm)
  const [notifies, setNotifies] = useState(false)
  const [preview, setPreview] = useState<EmailPreview>()
  const shown = useRef<HTMLDivElement>(null)
  const choiceName = useId()

  const submit = form.submit({
    send: async ({ why, words }) => {
      if (!notifies) return onTake({ why, notify: false })
      if (preview) return onTake({ why, words, notify: true })
      const email = await previewEmail(words)
      flushSync(() => setPreview(email))
      shown.current?.focus()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })

  return (
    <StepFormFrame
      form={form}
      title={`Decline ${nomination.name}`}
      first="why"
      submit={submit}
      submitLabel={
        !notifies ? 'Decline without an email' : preview ? 'Decline and send this email' : 'Preview the email'
      }
      busyLabel={notifies && !preview ? 'Loading…' : 'Declining…'}
      place={place}
    >
      <TextAreaField form={form} name="why" hint="Stored in the history. The applicant cannot see it." rows={3} />
      <fieldset>
        <legend className="mb-1 font-medium">The applicant</legend>
        {[
          { value: false, label: 'receives no email. Their account page says “not approved”.' },
          { value: true, label: 'receives an email, which you see before it is sent.' },
        ].map(({ value, label }) => (
          <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3 py-1 leading-snug">
            <input
              type="radio"
              name={choiceName}
              className="radio size-6 shrink-0"
              checked={notifies === value}
              onChange={() => setNotifies(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {notifies && (
        <RuleField
          form={form}
          name="words"
          hint="Your text appears in the middle of the email. Leave this empty to send the standard email."
        >
          {({ onChange, ...control }) => (
            <textarea
              className="textarea"
              rows={4}
              {...control}
              onChange={(event) => {
                setPreview(undefined)
                return onChange(event)
              }}
            />
          )}
        </RuleField>
      )}
      {notifies && preview && (
        <div ref={shown} tabIndex={-1} className="border border-base-300">
          <dl className="flex flex-col gap-1 border-base-300 border-b px-4 py-3 text-[0.9375rem]">
            <div className="flex gap-2">
              <dt className="shrink-0 text-quiet">To</dt>
              <dd>
                <EmailText address={preview.to} />
              </dd>
            </div>
            <div className="flex gap-2">
              <dt className="shrink-0 text-quiet">Subject</dt>
              <dd className="font-semibold">{preview.subject}</dd>
            </div>
          </dl>
          {/* The sandbox forbids scripts, forms and navigation, because the email contains the applicant's text. */}
          <iframe title="The email" sandbox="" src={preview.frame} className="h-[30rem] w-full bg-white" />
          <div className="border-base-300 border-t px-4 py-2">
            <Button tone="quiet" onClick={() => setPreview(undefined)}>
              Change the text
            </Button>
          </div>
        </div>
      )}
    </StepFormFrame>
  )
}
