import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '@/lib/api-error'
import { confirmFactorForm, startFactorForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { SecretField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { Notice } from '@/ui/notice'
import { RuleField } from '@/ui/rule-field'
import { CodeInput } from '@/ui/secret-input'
import { useToast } from '@/ui/toast-queue'
import type { Enrolment, QR } from './api'
import { type Owner, useConfirmTotp, useStartTotp } from './api'

/**
 * Sets up two-step sign-in: asks for the password, shows the secret for the app, checks a code and shows the recovery
 * codes.
 */
export function TotpEnrolment({ owner, onDone }: { owner: Owner; onDone: () => void }) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<string[]>()
  const place = useRef<HTMLDivElement>(null)

  function cancel() {
    flushSync(() => setEnrolment(undefined))
    place.current?.querySelector('input')?.focus()
  }

  if (codes) return <RecoveryCodeList owner={owner} codes={codes} onKept={onDone} />
  return (
    <div ref={place}>
      {enrolment ? (
        <ConfirmStep owner={owner} enrolment={enrolment} onConfirmed={setCodes} onCancel={cancel} />
      ) : (
        <PasswordStep owner={owner} onStarted={setEnrolment} />
      )}
    </div>
  )
}

function PasswordStep({ owner, onStarted }: { owner: Owner; onStarted: (enrolment: Enrolment) => void }) {
  const { mutateAsync } = useStartTotp(owner)
  const form = useRuleForm('start-factor', startFactorForm)
  const submit = form.submit({
    send: async (values) => onStarted(await mutateAsync(values)),
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Form
      form={form}
      onSubmit={submit}
      refusalTitle="Two-step sign-in was not set up"
      isToasted
      className="flex max-w-md flex-col gap-5"
    >
      <SecretField
        form={form}
        name="password"
        hint="Please confirm your password."
        holds="password"
        autoComplete="current-password"
      />
      <SubmitButton form={form} busyLabel="One moment…" className="self-start">
        Set up two-step sign-in
      </SubmitButton>
    </Form>
  )
}

type ConfirmStepProps = {
  owner: Owner
  enrolment: Enrolment
  onConfirmed: (codes: string[]) => void
  onCancel: () => void
}

function ConfirmStep({ owner, enrolment, onConfirmed, onCancel }: ConfirmStepProps) {
  const toast = useToast()
  const { mutateAsync } = useConfirmTotp(owner)
  const form = useRuleForm('confirm-factor', confirmFactorForm)
  const submit = form.submit({
    send: async (values) => {
      const { recoveryCodes } = await mutateAsync(values)
      toast({ title: 'Two-step sign-in is on', description: 'Your other sessions have ended' })
      onConfirmed(recoveryCodes)
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  const spelled = enrolment.secret.match(/.{1,4}/g)?.join(' ')
  return (
    <div className="grid gap-8 md:grid-cols-[auto_1fr]">
      <QrCode qr={enrolment.qr} label="QR code for your authenticator app" />
      <Form
        form={form}
        onSubmit={submit}
        refusalTitle="Two-step sign-in is not on yet"
        className="flex max-w-md flex-col gap-5"
        intro={
          <div>
            <p>
              Scan the QR code with an authenticator app on your phone. Or enter this secret in the app for the account{' '}
              <strong>{enrolment.account}</strong>:
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
        }
      >
        <RuleField form={form} name="code" hint="Enter the six-digit code from the app.">
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
      </Form>
    </div>
  )
}

// The quiet zone of four modules that QR readers need.
const rim = 4

/** A QR code. It is dark on light in both themes, because cameras need that. */
function QrCode({ qr, label }: { qr: QR; label: string }) {
  const side = qr.size + 2 * rim
  return (
    <svg
      viewBox={`${-rim} ${-rim} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-56 border border-base-300 bg-white"
    >
      <path d={qr.path} className="fill-black" />
    </svg>
  )
}

type RecoveryCodeListProps = { owner: Owner; codes: readonly string[]; onKept: () => void }

/** The recovery codes, which are shown only once. */
export function RecoveryCodeList({ owner, codes, onKept }: RecoveryCodeListProps) {
  const toast = useToast()
  const top = useRef<HTMLDivElement>(null)

  // The codes replace the button that was pressed, so they take the focus.
  useEffect(() => top.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast({ title: 'Copied', description: 'Store the codes somewhere other than your phone' })
    } catch {
      toast({
        title: 'Could not copy',
        description: 'Your browser did not allow it. Please write them down.',
        destructive: true,
      })
    }
  }
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-5">
      <Notice tone="warning" title="Save these recovery codes now">
        <p>
          If you lose your phone, you can sign in to {owner === 'admin' ? 'the console' : 'your account'} with one of
          these codes. Each code works once. They are not shown again.
        </p>
      </Notice>
      <ol aria-label="Recovery codes" className="grid gap-x-8 gap-y-1.5 tabular-nums sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onKept}>I have saved them</Button>
        <Button tone="outline" onClick={copy}>
          Copy the codes
        </Button>
      </div>
      <LeaveGuard
        dirty
        title="Have you saved the recovery codes?"
        loss="They are not shown again. You can create new ones on this page with a code from your app."
      />
    </div>
  )
}
