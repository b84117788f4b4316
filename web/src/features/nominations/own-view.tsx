import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { useFieldTexts } from '@/lib/field-texts'
import { ownAnswerForm, withdrawalForm } from '@/lib/generated'
import { useDates } from '@/lib/language'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { useSession } from '@/lib/session'
import { useTexts, useWords } from '@/lib/texts'
import { Button, ButtonLink } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextAreaField } from '@/ui/fields'
import { DialogForm, Form, SubmitButton } from '@/ui/form'
import { useToast } from '@/ui/toast-queue'
import { AmendForm } from './amend-form'
import type { OwnNominationDetail, OwnStep } from './api'
import { ownNominationQuery, useOwnStep } from './api'
import { MakeAccount } from './make-account'
import { noticeOf, useOwnStatus } from './own-notices'
import { ReviewProgress } from './review-progress'
import { SentAnswers } from './sent-answers'

type ViewProps = {
  nomination: OwnNominationDetail
  token: string
  /** When the server answered, in milliseconds. */
  asOf: number
}

/** The status of a nomination, the applicant's actions and the answers they sent. */
export function OwnNominationView({ nomination, token, asOf }: ViewProps) {
  const text = useTexts('own-nomination')
  const { user } = useSession()
  const [isAmending, setAmending] = useState(false)
  const own = useOwnStatus(user)
  // The link may open another person's nomination.
  const isOwn = !token || user?.email === nomination.answers.email
  const isApproved = isOwn && user !== null && nomination.status === 'approved'
  const { isError } = useQuery({ ...ownNominationQuery, enabled: isApproved })
  // An approved nomination asks for nothing until it is known whether the user has a membership.
  const status = isApproved && !isError ? own : nomination.status
  const notice = noticeOf(status ?? 'approved')
  const can = (step: OwnStep['step']) => nomination.next.includes(step)
  return (
    <div className="page py-14 md:py-20">
      <p className="chapter">{text('chapter')}</p>
      <div className="mt-4 max-w-text">
        <h1 className="display-2">{text(`status.${notice.key}.title`)}</h1>
        {status && <p className="lede mt-4">{text(can('answer') ? 'question.lede' : `status.${notice.key}.text`)}</p>}
        {status === 'welcome' && (
          <ButtonLink to={paths.membershipPlans} className="mt-6">
            {text('status.choosePlan')}
          </ButtonLink>
        )}
      </div>
      {nomination.status !== 'withdrawn' && <ReviewProgress nomination={nomination} asOf={asOf} />}

      <div className="mt-12 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-12">
          {can('answer') && <Question nomination={nomination} token={token} />}
          {isAmending && can('amend') ? (
            <AmendForm nomination={nomination} token={token} onDone={() => setAmending(false)} />
          ) : (
            <SentAnswers answers={nomination.answers}>
              {can('amend') && (
                <Button tone="outline" onClick={() => setAmending(true)}>
                  {text('answers.correct')}
                </Button>
              )}
            </SentAnswers>
          )}
        </div>
        <div className="flex flex-col gap-10">
          <History nomination={nomination} />
          {!user && !nomination.hasAccount && <MakeAccount answers={nomination.answers} />}
          {can('withdraw') && <Withdraw nomination={nomination} token={token} />}
          {can('reopen') && <Reopen nomination={nomination} token={token} />}
        </div>
      </div>
    </div>
  )
}

function Question({ nomination, token }: { nomination: OwnNominationDetail; token: string }) {
  const text = useTexts('own-nomination').group('question')
  const word = useWords()
  const toast = useToast()
  const question = nomination.steps.findLast(({ step }) => step === 'ask')
  const { mutateAsync } = useOwnStep('answer', token)
  const form = useRuleForm('own-answer', ownAnswerForm, { texts: useFieldTexts(text.group('fields')) })
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync({ version: nomination.version, ...values })
      toast({ title: text.plain('sent'), description: text.plain('sentText') })
    },
    failed: (error) => messageOf(error, word.plain('again')),
  })
  const title = useId()
  return (
    <section aria-labelledby={title} className="border-2 border-primary p-5 sm:p-6">
      <h2 id={title} className="display-3">
        {text('title')}
      </h2>
      <blockquote className="mt-3 whitespace-pre-line border-base-300 border-l-4 pl-4">{question?.words}</blockquote>
      <Form form={form} onSubmit={submit} refusalTitle={text('failed')} isToasted className="mt-6 flex flex-col gap-4">
        <TextAreaField form={form} name="words" rows={6} />
        <SubmitButton form={form} busyLabel={text('sending')} className="self-start px-8 max-xs:w-full">
          {text('send')}
        </SubmitButton>
      </Form>
    </section>
  )
}

function History({ nomination }: { nomination: OwnNominationDetail }) {
  const text = useTexts('own-nomination').group('history')
  const title = useId()
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="display-3">
        {text('title')}
      </h2>
      <ol className="mt-4 ml-1.5 border-base-300 border-l">
        <Point at={nomination.createdAt} text={text('received')} />
        {nomination.steps.map((step) => (
          <Point key={step.at + step.step} at={step.at} text={text(step.step)} words={wordsOf(step)} />
        ))}
      </ol>
    </section>
  )
}

function wordsOf({ step, words }: OwnStep): string {
  return step === 'withdraw' ? '' : words
}

function Point({ at, text, words }: { at: string; text: ReactNode; words?: string }) {
  return (
    <li className="relative pb-5 pl-6 last:pb-0">
      <span className="absolute top-1.5 -left-[0.3125rem] size-2.5 rounded-full bg-primary" aria-hidden="true" />
      {text}
      {words && <p className="mt-1 whitespace-pre-line border-base-300 border-l-2 pl-3 text-[0.9375rem]">{words}</p>}
      <p className="text-quiet text-sm">{useDates().dateAndTime(at)}</p>
    </li>
  )
}

function Withdraw({ nomination, token }: { nomination: OwnNominationDetail; token: string }) {
  const text = useTexts('own-nomination').group('withdrawal')
  const word = useWords()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync } = useOwnStep('withdraw', token)
  const form = useRuleForm('withdrawal', withdrawalForm, { texts: useFieldTexts(text.group('fields')) })
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync({ version: nomination.version, ...values })
      toast({ title: text.plain('done'), description: text.plain('doneText') })
    },
    failed: (error) => messageOf(error, word.plain('again')),
  })
  return (
    <section className="border-base-300 border-t pt-6">
      <p className="text-quiet">{text('question')}</p>
      <Button tone="outline" className="mt-3" onClick={() => setOpen(true)}>
        {text('open')}
      </Button>
      <Dialog open={isOpen} title={text('title')} onClose={() => setOpen(false)}>
        <DialogForm
          form={form}
          onSubmit={submit}
          intro={<p className="text-quiet">{text('text')}</p>}
          refusalTitle={text('failed')}
          submitLabel={text('submit')}
          busyLabel={text('submitting')}
          isDestructive
          cancelLabel={text('cancel')}
          onClose={() => setOpen(false)}
        >
          <TextAreaField form={form} name="words" rows={3} />
        </DialogForm>
      </Dialog>
    </section>
  )
}

function Reopen({ nomination, token }: { nomination: OwnNominationDetail; token: string }) {
  const text = useTexts('own-nomination').group('reopening')
  const word = useWords()
  const toast = useToast()
  const { mutate, isPending } = useOwnStep('reopen', token)
  const reopen = () =>
    mutate(
      { version: nomination.version },
      {
        onSuccess: () => toast({ title: text.plain('done'), description: text.plain('doneText') }),
        onError: (error) =>
          toast({
            title: text.plain('failed'),
            description: messageOf(error, word.plain('again')),
            destructive: true,
          }),
      },
    )
  return (
    <section className="border-base-300 border-t pt-6">
      <p className="text-quiet">{text('text')}</p>
      <Button className="mt-3" busy={isPending} onClick={reopen}>
        {text('send')}
      </Button>
    </section>
  )
}
