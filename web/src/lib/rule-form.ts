import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { ApiError, Cancelled, isWaitingForAdmin } from './api-error'
import type { FieldTexts } from './field-texts'
import { emptyValues, type FormValues, formSchema, type InitialValues } from './form-schema'
import type { FieldRule } from './generated'
import { sendAs } from './sending'

/** A form whose fields are validated by generated rules. */
export type RuleForm<Name extends string = string> = Omit<UseFormReturn<FieldValues>, 'handleSubmit'> & {
  /** The id of the form element, and the prefix of its fields' ids. */
  id: string
  rule: (name: Name) => FieldRule
  label: (name: Name) => ReactNode
  /** The label of an option, with the props of its element. */
  option: FieldTexts['option']
}

type RuleFormOptions<Rules extends readonly FieldRule[]> = {
  /**
   * The name of the form, if its id is not the same whenever it is opened, or not different for each subject. After a
   * lost answer, a form with the same name on the same page is the same form (lib/sending.ts).
   */
  name?: string
  initial?: InitialValues<Rules>
  /** Validates fields against each other: returns a message for each field name. */
  across?: (values: FormValues<Rules>) => Partial<Record<Rules[number]['name'], string>>
  /** The texts that replace the labels and the messages of the rules. */
  texts?: FieldTexts
  /** The form has a summary of its errors, which takes the focus instead of the first invalid field. */
  hasSummary?: boolean
}

/** How a form is submitted. */
export type Submission<Values> = {
  send: (values: Values) => Promise<void>
  /** The message when sending failed. It is shown above the form if the server named no field. */
  failed: (error: unknown) => string
}

/** A form with generated rules. It validates on submit, then on every change, and is never sent twice at once. */
export function useRuleForm<const Rules extends readonly FieldRule[]>(
  id: string,
  generated: Rules,
  { name = id, initial, across = () => ({}), hasSummary = false, texts }: RuleFormOptions<Rules> = {},
) {
  const rules = texts ? texts.rules(generated) : generated
  const [resolver] = useState(() => resolverOf(rules, (values) => across(values as FormValues<Rules>)))
  const [defaultValues] = useState(() => ({
    ...emptyValues(rules),
    ...initial,
    ...typedBeforehand(id, rules),
  }))
  const form = useForm<FieldValues>({
    resolver,
    defaultValues,
    // Not on blur: the message would move the content under the pointer.
    reValidateMode: 'onChange',
    shouldFocusError: !hasSummary,
  })
  const sending = useRef(false)

  function refuse(error: unknown): boolean {
    const fields = error instanceof ApiError ? Object.keys(error.fields) : []
    // A field within a row is named by its path, such as boards.1.cin.
    const named = rules.flatMap(({ name }) => fields.filter((field) => field === name || field.startsWith(`${name}.`)))
    for (const [index, name] of named.entries()) {
      const message = ownMessage(name, (error as ApiError).fields[name] ?? '')
      form.setError(name, { message }, { shouldFocus: index === 0 && !hasSummary })
    }
    return named.length > 0
  }

  // The server names a broken rule in the words of the generated rules. The form may have other words for it.
  function ownMessage(name: string, message: string): string {
    const broken = Object.entries(generated.find((rule) => rule.name === name)?.messages ?? {})
    const [part] = broken.find(([, words]) => words === message) ?? []
    return (part && ruleOf(name).messages[part as keyof FieldRule['messages']]) || message
  }

  function submit({ send, failed }: Submission<FormValues<Rules>>) {
    return async (event: FormEvent) => {
      event.preventDefault()
      if (sending.current) return
      sending.current = true
      const sent = form.handleSubmit(async (values) => {
        try {
          await sendAs(name, () => send(values as FormValues<Rules>))
        } catch (error) {
          if (error instanceof Cancelled) return
          const message = failed(error)
          if (!refuse(error)) form.setError('root', { type: problemType(error), message })
        }
      })(event)
      await sent.finally(() => {
        sending.current = false
      })
    }
  }

  useEffect(() => {
    const element = formElement(id)
    // The form was submitted before its script was loaded (index.html), so it is submitted again now.
    if (element && 'sent' in element.dataset) element.requestSubmit()
  }, [id])

  const ruleOf = (name: Rules[number]['name']) => rules.find((rule) => rule.name === name) as FieldRule

  return {
    ...form,
    id,
    rule: ruleOf,
    label: (name: Rules[number]['name']) => texts?.label(name) || ruleOf(name).label,
    option: texts?.option ?? ((_name: string, option: string) => ({ label: option, props: {} })),
    submit,
    // React Hook Form does not know the types of the values, because the same field components serve all forms.
    /** Returns the values that the form has now. */
    current: () => form.getValues() as FormValues<Rules>,
    /** Returns the values, and renders the component again when one changes. */
    watched: () => form.watch() as FormValues<Rules>,
  }
}

/** The type of the error of a form whose stored values someone else has changed since it was opened. */
export const outdated = 'outdated'

/** The type of the error of a form whose stored values someone else has deleted. */
export const deleted = 'deleted'

/** The type of the error of a form that was sent, and that a second admin must confirm. */
export const waiting = 'waiting'

function problemType(error: unknown): string {
  if (isOutdated(error)) return outdated
  return isWaitingForAdmin(error) ? waiting : 'server'
}

/** Reports whether the server refused a form because someone else has changed the stored values. */
export const isOutdated = (error: unknown) => error instanceof ApiError && 'version' in error.fields

function resolverOf(
  rules: readonly FieldRule[],
  across: (values: FieldValues) => Partial<Record<string, string>>,
): Resolver {
  const check = zodResolver(formSchema(rules)) as Resolver
  return async (values, context, options) => {
    const result = await check(values, context, options)
    const between = Object.entries(across(values)).map(([name, message]) => [name, { type: 'custom', message }])
    const errors = { ...Object.fromEntries(between), ...result.errors }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : result
  }
}

// Reads what the user typed into the rendered page before its script was loaded.
function typedBeforehand(id: string, rules: readonly FieldRule[]): FieldValues {
  const element = typeof document === 'undefined' ? null : formElement(id)
  if (!element) return {}
  const data = new FormData(element)
  const typed: FieldValues = {}
  for (const { name, kind } of rules) {
    const answers = data.getAll(name).filter((answer) => answer !== '')
    if (answers.length > 0) typed[name] = kind === 'choices' ? answers : kind === 'consent' || answers[0]
  }
  return typed
}

function formElement(id: string): HTMLFormElement | null {
  return document.forms.namedItem(id)
}
