import { useEffect, useRef } from 'react'
import { messageOf } from '@/lib/api-error'
import { useFieldTexts } from '@/lib/field-texts'
import { amendmentForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { useTexts, useWords } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Form, FormProblem, SubmitButton } from '@/ui/form'
import { useToast } from '@/ui/toast-queue'
import type { OwnNominationDetail } from './api'
import { useOwnStep } from './api'
import { answersOf } from './draft'
import { BoardFields, InterestFields, YouFields } from './form-fields'

type AmendFormProps = { nomination: OwnNominationDetail; token: string; onDone: () => void }

/**
 * The form with the answers that were sent. The email cannot be changed, because we write to it, and the consent is not
 * asked for again.
 */
export function AmendForm({ nomination, token, onDone }: AmendFormProps) {
  const text = useTexts('own-nomination').group('corrections')
  const texts = useFieldTexts(useTexts('nomination').group('fields'))
  const word = useWords()
  const toast = useToast()
  const beginning = useRef<HTMLFieldSetElement>(null)
  const { mutateAsync } = useOwnStep('amend', token)
  const { agreeTerms: _, ...initial } = answersOf({ ...nomination.answers })
  const form = useRuleForm('amendment', amendmentForm, {
    initial,
    hasSummary: true,
    texts,
  })
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync({ version: nomination.version, ...values })
      toast({ title: text.plain('sent') })
      onDone()
    },
    failed: (error) => messageOf(error, word.plain('again')),
  })

  useEffect(() => beginning.current?.focus(), [])

  return (
    <Form form={form} onSubmit={submit} summary={amendmentForm} className="flex flex-col gap-10">
      <YouFields ref={beginning} form={form} fixedEmail={text('fixedEmail')} />
      <BoardFields form={form} />
      <InterestFields form={form} />
      <FormProblem form={form} title={text('failed')} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busyLabel={text('sending')} className="px-8">
          {text('send')}
        </SubmitButton>
        <Button tone="outline" onClick={onDone}>
          {text('discard')}
        </Button>
      </div>
    </Form>
  )
}
