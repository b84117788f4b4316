import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { SessionUser } from '@/lib/api-types'
import { useFieldTexts } from '@/lib/field-texts'
import { emptyValues } from '@/lib/form-schema'
import { nominationForm } from '@/lib/generated'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { useSession } from '@/lib/session'
import { storeSignUp } from '@/lib/sign-up'
import { useTexts } from '@/lib/texts'
import { inOrderOfThePage } from '@/ui/error-summary'
import { Form, FormProblem, SubmitButton } from '@/ui/form'
import { fieldId } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { isFilled } from './draft'
import { takeResumed } from './draft-mark'
import { DraftLine, DraftLink, DraftStatus } from './draft-notices'
import { type Nomination, type NominationRuleForm, refusalText, submitNomination } from './form-api'
import { AccountNote, Agreement, BoardFields, InterestFields, YouFields } from './form-fields'
import { FormProgress } from './form-progress'
import { signUpOf } from './make-account'
import { OwnNominationInstead, useOwnStatus } from './own-notices'
import { nominationSent } from './sent-nomination'
import { useDraft } from './use-draft'

/** The nomination form. Applicants who have already sent a nomination see its status instead. */
export function NominationForm() {
  const session = useSession()
  const user = useHydrated() ? session.user : null
  const status = useOwnStatus(user)
  if (status && status !== 'unproved') return <OwnNominationInstead status={status} />
  return <DraftedForm user={user} />
}

// The form with its draft.
function DraftedForm({ user }: { user: SessionUser | null }) {
  const toast = useToast()
  const text = useTexts('nomination')
  const texts = useFieldTexts(text.group('fields'))
  const navigate = useNavigate()
  const beginning = useRef<HTMLFieldSetElement>(null)
  const form = useRuleForm('nomination', nominationForm, { hasSummary: true, texts })
  const draft = useDraft({ form, fill, blank: () => blankFor(user) })
  usePrefill(form, user, draft.prefill)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  useEffect(() => {
    if (draft.notice?.kind === 'restored' && takeResumed()) showFirstGap(form)
  }, [draft.notice, form])

  // The email of a signed-in applicant is that of the account, whatever the draft has.
  function fill(answers: Nomination) {
    for (const [name, answer] of Object.entries({ ...answers, ...(user && { email: user.email }) })) {
      if (String(form.getValues(name)) === String(answer)) continue
      form.setValue(name, answer)
      form.clearErrors(name)
    }
  }

  const submit = form.submit({
    send: async (nomination) => {
      await draft.pauseForSubmit()
      await submitNomination(nomination)
      draft.end()
      nominationSent.set()
      fill(emptyValues(nominationForm))
      if (!user) storeSignUp(signUpOf(nomination))
      toast({
        title: text.plain('sent.title'),
        description: text.plain('sent.text'),
        duration: 6000,
      })
      // An applicant who has opened another page in the meantime stays there.
      if (isShown.current) navigate(paths.registrationSuccess)
    },
    failed: (error) => {
      draft.resume()
      const message = refusalText(error, text.group('failed'))
      toast({ title: text.plain('failed.title'), description: message, destructive: true })
      return message
    },
  })

  return (
    <Form
      form={form}
      onSubmit={submit}
      summary={nominationForm}
      className="flex flex-col gap-7 md:gap-10"
      intro={
        <>
          <AccountNote user={user} />
          <DraftLine
            notice={draft.notice}
            onStartAgain={async () => {
              await draft.startAgain()
              beginning.current?.focus()
            }}
            onUndo={(answers) => {
              draft.undoStartAgain(answers)
              beginning.current?.focus()
            }}
          />
        </>
      }
    >
      <YouFields ref={beginning} form={form} fixedEmail={user ? text('account.fixedEmail') : undefined} />
      <BoardFields form={form} />
      <InterestFields form={form} />
      <Agreement form={form} />
      <FormProblem form={form} title={text('failed.title')} />
      <SubmitButton form={form} busyLabel={text('submitting')} className="self-start px-8 max-xs:w-full">
        {text('submit')}
      </SubmitButton>
      {draft.state.status === 'saved' && <DraftLink form={form} />}
      <FormProgress form={form}>
        <DraftStatus state={draft.state} />
      </FormProgress>
    </Form>
  )
}

/** Moves to where the applicant stopped: scrolls the first empty required field to the middle of the window. */
function showFirstGap(form: Pick<NominationRuleForm, 'id' | 'getValues'>) {
  const gaps = nominationForm.filter(({ name, required }) => required && !isFilled(form.getValues(name)))
  const [first] = inOrderOfThePage(form, gaps)
  const field = first && document.getElementById(fieldId(form, first.name))
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/** The initial answers of the form. */
function blankFor(user: SessionUser | null): Nomination {
  return { ...emptyValues(nominationForm), ...(user && prefill(user)) }
}

/** The answers that an account provides. The first two parts of its location are city and state. */
export function prefill(user: Pick<SessionUser, 'name' | 'email' | 'phone' | 'location'>) {
  const [city = '', state = ''] = user.location.split(',').map((part) => part.trim())
  return { name: user.name, email: user.email, phone: user.phone, city, state } satisfies Partial<Nomination>
}

/** Fills in the data of a signed-in applicant's account, and removes it when they sign out. */
function usePrefill(
  form: Pick<NominationRuleForm, 'getValues' | 'setValue'>,
  user: SessionUser | null,
  filling: (fill: () => void) => void,
): void {
  const { getValues, setValue } = form
  // The clean-up of an effect may not call an effect event.
  const by = useRef(filling)
  useEffect(() => {
    by.current = filling
  })
  useEffect(() => {
    if (!user) return
    const known = Object.entries(prefill(user))
    by.current(() => {
      for (const [name, value] of known) if (name === 'email' || !getValues(name)) setValue(name, value)
    })
    return () =>
      by.current(() => {
        for (const [name, value] of known) if (getValues(name) === value) setValue(name, '')
      })
  }, [user, getValues, setValue])
}
