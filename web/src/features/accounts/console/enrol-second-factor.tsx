import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '@/lib/api-error'
import { confirmFactorForm, type Enrolment, startFactorForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { CodeInput } from '@/ui/code-input'
import { CopyButton } from '@/ui/copy-button'
import { FormProblem } from '@/ui/form-problem'
import { RuleField } from '@/ui/rule-field'
import { SecretInput } from '@/ui/secret-input'
import { SubmitButton } from '@/ui/submit-button'
import { useToast } from '@/ui/toast-queue'
import { confirmSecondFactor, startSecondFactor } from './calls'
import { QrCode } from './qr-code'
import { RecoveryCodeList } from './recovery-codes'

/** Sets up two-step sign-in: the password, the secret into an app, a code of it, the recovery codes. */
export function EnrolSecondFactor({ onConfirmed, onDone }: { onConfirmed?: () => void; onDone: () => void }) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<string[]>()
  const place = useRef<HTMLDivElement>(null)

  function cancel() {
    flushSync(() => setEnrolment(undefined))
    place.current?.querySelector('input')?.focus()
  }

  if (codes) return <RecoveryCodeList codes={codes} onKept={onDone} />
  return (
    <div ref={place}>
      {enrolment ? (
        <ConfirmStep
          enrolment={enrolment}
          onConfirmed={(fresh) => {
            setCodes(fresh)
            onConfirmed?.()
          }}
          onCancel={cancel}
        />
      ) : (
        <PasswordStep onStarted={setEnrolment} />
      )}
    </div>
  )
}

function PasswordStep({ onStarted }: { onStarted: (enrolment: Enrolment) => void }) {
  const form = useRuleForm('start-factor', startFactorForm)
  const submit = form.submit({
    send: async (values) => onStarted(await startSecondFactor(values)),
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <form id={form.id} method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
      <FormProblem form={form} title="Two-step sign-in was not set up" />
      <RuleField form={form} name="password" hint="Asked for again, so that nobody can do this at a console left open.">
        {(control) => <SecretInput holds="password" autoComplete="current-password" {...control} />}
      </RuleField>
      <SubmitButton form={form} busyLabel="One moment…" className="self-start">
        Set up two-step sign-in
      </SubmitButton>
    </form>
  )
}

type ConfirmStepProps = { enrolment: Enrolment; onConfirmed: (codes: string[]) => void; onCancel: () => void }

function ConfirmStep({ enrolment, onConfirmed, onCancel }: ConfirmStepProps) {
  const toast = useToast()
  const form = useRuleForm('confirm-factor', confirmFactorForm)
  const submit = form.submit({
    send: async (values) => {
      const { recoveryCodes } = await confirmSecondFactor(values)
      toast({ title: 'Two-step sign-in is on', description: 'Your other sessions have ended' })
      onConfirmed(recoveryCodes)
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  const spelled = enrolment.secret.match(/.{1,4}/g)?.join(' ')
  return (
    <div className="grid gap-8 md:grid-cols-[auto_1fr]">
      <QrCode qr={enrolment.qr} label="QR code for your authenticator app" />
      <form id={form.id} method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
        <div>
          <p>
            Scan the picture with an authenticator app on your phone, or type this secret into it for the account{' '}
            <strong className="[overflow-wrap:anywhere]">{enrolment.account}</strong>:
          </p>
          <p className="mt-2 flex items-center gap-1">
            <code className="break-words">{spelled}</code>
            <CopyButton
              text={enrolment.secret}
              label="Copy the secret"
              copied={{ title: 'Copied', description: 'Paste the secret into your authenticator app' }}
            />
          </p>
        </div>
        <FormProblem form={form} title="Two-step sign-in is not on yet" />
        <RuleField form={form} name="code" hint="The six digits that the app shows now.">
          {(control) => <CodeInput takesFocus {...control} />}
        </RuleField>
        <div className="flex flex-wrap gap-3">
          <SubmitButton form={form} busyLabel="Checking…">
            Confirm
          </SubmitButton>
          <Button tone="outline" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  )
}
