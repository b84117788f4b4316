import type { ReactNode } from 'react'
import type { FieldRule } from './generated'
import { type TextReader, useTexts } from './texts'

/** The texts of a form's fields, in place of the labels and the messages of its rules. */
export type FieldTexts = {
  label: (name: string) => ReactNode
  /** The label of an option, with the props of its element. */
  option: (name: string, option: string) => { label: string; props: object }
  rules: <Rules extends readonly FieldRule[]>(rules: Rules) => Rules
}

type AnyReader = {
  (key: string): ReactNode
  plain: (key: string, variables?: Readonly<Record<string, string>>) => string
  props: (key: string) => object
}

/**
 * Reads the texts of fields from a group of a page: {name}.label, {name}.options, and the messages {name}.required,
 * short, long and invalid. A field without a message of its own gets one that all forms share.
 */
export function useFieldTexts<Group>(group: TextReader<Group>): FieldTexts {
  const text = group as unknown as AnyReader
  const shared = useTexts('site').group('fields')

  function messagesOf({ name, kind, min, max, messages }: FieldRule, label: string): FieldRule['messages'] {
    const own = (part: string) => text.plain(`${name}.${part}`)
    const isText = kind === 'line' || kind === 'text'
    // A number that is too small or too large is invalid.
    const outside = kind === 'whole' && own('invalid')
    return {
      required: own('required') || shared.plain('required', { label }),
      short: own('short') || outside || shared.plain('short', { label, min: String(min) }),
      long: own('long') || outside || shared.plain('long', { label, max: String(max) }),
      invalid: own('invalid') || (isText ? shared.plain('characters', { label }) : messages.invalid),
    }
  }

  function ruleOf(rule: FieldRule): FieldRule {
    const label = text.plain(`${rule.name}.label`)
    return label ? { ...rule, label, messages: messagesOf(rule, label) } : rule
  }

  return {
    label: (name) => text.plain(`${name}.label`) && text(`${name}.label`),
    option(name, option) {
      const key = `${name}.options.${option}`
      return { label: text.plain(key), props: text.props(key) }
    },
    rules: <Rules extends readonly FieldRule[]>(rules: Rules) => rules.map(ruleOf) as readonly FieldRule[] as Rules,
  }
}
