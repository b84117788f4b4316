import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useFormState } from 'react-hook-form'
import { messageOf, titleAbove, waitingTitle } from '@/lib/api-error'
import type { FieldRule } from '@/lib/generated'
import { deleted, outdated, type RuleForm, waiting } from '@/lib/rule-form'
import { useWords } from '@/lib/texts'
import { Button } from './button'
import { ErrorSummary } from './error-summary'
import { Notice } from './notice'

type AnyForm = Pick<RuleForm, 'id' | 'control' | 'setFocus'>

type FormProps = Omit<ComponentProps<'form'>, 'id' | 'method' | 'noValidate' | 'onSubmit'> & {
  form: AnyForm
  /** The result of form.submit. */
  onSubmit: (event: FormEvent) => Promise<void>
  /** What is shown above the refusal: the effect of the action. */
  intro?: ReactNode
  /** The rules of a long form whose errors are listed above its fields. It needs the option hasSummary. */
  summary?: readonly FieldRule[]
  /**
   * The heading above the server's reason when it refuses the form. A form without it shows FormProblem below its
   * fields.
   */
  refusalTitle?: ReactNode
  /** Replaces what is in the form, after someone else has changed the stored values. */
  onLoadCurrent?: () => Promise<unknown>
  /** The refusal is shown as a toast too, which screen readers announce. */
  isToasted?: boolean
  /**
   * The form closes after success. Its fields, but not its buttons, are disabled while it is sent, because what is typed
   * meanwhile would be lost.
   */
  closesOnSuccess?: boolean
  /** The buttons below the fields. */
  buttons?: ReactNode
  /** Further messages for the place of the refusal, which screen readers announce. */
  notices?: ReactNode
}

/** Reports whether a second admin must confirm what the form has sent. */
export function useIsWaiting(form: Pick<RuleForm, 'control'>): boolean {
  return useFormState({ control: form.control }).errors.root?.type === waiting
}

/** A form with rules. It shows why the server refused it, above its fields. */
export function Form(props: FormProps) {
  const { form, onSubmit, intro, summary, refusalTitle, onLoadCurrent, closesOnSuccess = false, ...others } = props
  const { isToasted, notices, buttons, className, children, ...rest } = others
  const isWaiting = useIsWaiting(form)
  const [isSending, setSending] = useState(false)
  const isDisabled = closesOnSuccess && isSending
  const fields = useRef<HTMLFieldSetElement>(null)

  async function submit(event: FormEvent) {
    // The Enter key submits a form without a button too.
    if (isWaiting || isDisabled) return event.preventDefault()
    // A disabled field loses the focus, so the button takes it.
    if (closesOnSuccess) (event.nativeEvent as SubmitEvent).submitter?.focus({ preventScroll: true })
    setSending(true)
    try {
      await onSubmit(event)
    } finally {
      setSending(false)
    }
  }

  useLayoutEffect(() => {
    // React Hook Form cannot focus a disabled field.
    if (!isDisabled) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isDisabled])

  return (
    <form
      id={form.id}
      method="post"
      noValidate
      onSubmit={submit}
      className={className ?? 'flex flex-col gap-5'}
      {...rest}
    >
      {intro}
      {summary && <ErrorSummary form={form} rules={summary} />}
      {refusalTitle !== undefined && (
        <div role={isToasted ? undefined : 'alert'} className="flex flex-col gap-4 empty:hidden">
          {notices}
          <FormProblem form={form} title={refusalTitle} onLoadCurrent={onLoadCurrent} />
        </div>
      )}
      {closesOnSuccess ? (
        <fieldset ref={fields} disabled={isDisabled} aria-busy={isDisabled || undefined} className="contents">
          {children}
        </fieldset>
      ) : (
        children
      )}
      {buttons}
    </form>
  )
}

type FormProblemProps = { form: Pick<RuleForm, 'control'>; title: ReactNode; onLoadCurrent?: () => Promise<unknown> }

/**
 * The reason why the server refused the form as a whole, or that a second admin must confirm it. Unlike the toast, it
 * stays on the page. It takes the focus after a request to a second admin, and if someone else has changed or deleted
 * the stored values.
 */
export function FormProblem({ form, title, onLoadCurrent }: FormProblemProps) {
  const { errors } = useFormState({ control: form.control })
  const box = useRef<HTMLDivElement>(null)
  const problem = errors.root

  useEffect(() => {
    if (![outdated, deleted, waiting].includes(String(problem?.type))) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
  }, [problem])

  if (!problem?.message) return null
  const isWaiting = problem.type === waiting
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        tone={isWaiting ? 'warning' : 'danger'}
        title={isWaiting ? waitingTitle : titleAbove(problem.message, title)}
      >
        {problem.message}
        {problem.type === outdated && onLoadCurrent && (
          <>
            <p className="mt-2">
              What you typed is still in the form. The current version replaces it, so copy what you need first.
            </p>
            <LoadCurrent onLoadCurrent={onLoadCurrent} />
          </>
        )}
      </Notice>
    </div>
  )
}

function LoadCurrent({ onLoadCurrent }: { onLoadCurrent: () => Promise<unknown> }) {
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState('')

  async function load() {
    setLoading(true)
    setFailure('')
    try {
      await onLoadCurrent()
    } catch (error) {
      setFailure(messageOf(error, 'The current version could not be loaded. Please try again.'))
    }
    setLoading(false)
  }

  return (
    <>
      <Button tone="outline" className="mt-3" busy={isLoading} onClick={load}>
        Load the current version
      </Button>
      {failure && <p className="mt-2 font-medium text-error">{failure}</p>}
    </>
  )
}

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'form' | 'type' | 'busy'> & {
  form: Pick<RuleForm, 'control'>
  /** The label while the form is being sent. */
  busyLabel: ReactNode
}

/** Submits a form. It is never disabled, and never submits twice at once. */
export function SubmitButton({ form, busyLabel, children, ...rest }: SubmitButtonProps) {
  const { isSubmitting } = useFormState({ control: form.control })
  return (
    <Button type="submit" busy={isSubmitting} {...rest}>
      {isSubmitting ? busyLabel : children}
    </Button>
  )
}

type DialogFormProps = Omit<FormProps, 'className' | 'refusalTitle' | 'closesOnSuccess' | 'buttons'> & {
  refusalTitle: ReactNode
  /** The label of the button, a verb. */
  submitLabel: ReactNode
  busyLabel?: ReactNode
  /** The action destroys something, so the button is red. */
  isDestructive?: boolean
  /** The label of the other button, if “Cancel” could be mistaken for the action. */
  cancelLabel?: ReactNode
  onClose: () => void
}

/**
 * The form of a dialog that closes after success, with its two buttons. If a second admin must confirm what was sent, it
 * can only be closed.
 */
export function DialogForm(props: DialogFormProps) {
  const word = useWords()
  const { form, submitLabel, busyLabel = word('busy'), isDestructive, ...others } = props
  const { cancelLabel = word('cancel'), onClose, ...rest } = others
  const isWaiting = useIsWaiting(form)
  const { isSubmitting } = useFormState({ control: form.control })
  const buttons = (
    <div className="flex flex-wrap justify-end gap-3">
      <Button tone="outline" onClick={onClose}>
        {/* What is being sent cannot be cancelled. */}
        {isWaiting || isSubmitting ? word('close') : cancelLabel}
      </Button>
      {!isWaiting && (
        <SubmitButton form={form} busyLabel={busyLabel} tone={isDestructive ? 'danger' : 'primary'}>
          {submitLabel}
        </SubmitButton>
      )}
    </div>
  )
  return <Form form={form} closesOnSuccess buttons={buttons} {...rest} />
}
