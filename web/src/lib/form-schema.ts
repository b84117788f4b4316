import * as z from 'zod/mini'
import { type FieldRule, longestLine, patterns, trivialPin, trivialPins } from './generated'

// The page's security policy forbids eval, and zod would try it.
z.config({ jitless: true })

/** What a form's inputs hold, by field: a consent is a boolean, a multiple choice a list, rows are objects, all else text. */
export type FormValues<Rules extends readonly FieldRule[]> = {
  -readonly [Rule in Rules[number] as Rule['name']]: InputValue<Rule>
}

type InputValue<Rule extends FieldRule> = Rule['kind'] extends 'consent'
  ? boolean
  : Rule['kind'] extends 'choices'
    ? Rule['options'][number][]
    : Rule['kind'] extends 'list'
      ? string[]
      : Rule['kind'] extends 'rows'
        ? FormValues<NonNullable<Rule['row']>>[]
        : string

/**
 * The schema of a form: it reads values as pb_hooks/internal/rules/check.go does, with the same clean values and
 * the same sentence for the first rule that a field breaks. One table of cases keeps the two in step
 * (pb_hooks/internal/wiregen/testdata/checks.json).
 */
export function formSchema<const Rules extends readonly FieldRule[]>(rules: Rules) {
  return z.object(shapeOf(rules)) as unknown as z.ZodMiniObject<{
    -readonly [Rule in Rules[number] as Rule['name']]: z.ZodMiniType<InputValue<Rule>, InputValue<Rule>>
  }>
}

function shapeOf(rules: readonly FieldRule[]) {
  return Object.fromEntries(rules.map((rule) => [rule.name, fieldSchema(rule)]))
}

/** The schema of one field. */
export function fieldSchema(rule: FieldRule): z.ZodMiniType {
  const { messages } = rule
  switch (rule.kind) {
    case 'consent':
      return z.literal(true, messages.required)
    case 'choices': {
      const chosen = z.pipe(
        z._default(z.array(z.enum(rule.options as [string, ...string[]], messages.invalid), messages.invalid), []),
        z.transform((values: string[]) => [...new Set(values)]),
      )
      return rule.required ? chosen.check(z.refine((values) => values.length > 0, messages.required)) : chosen
    }
    case 'list':
      return listSchema(rule)
    case 'rows':
      return rowsSchema(rule)
    default:
      return z
        .pipe(
          z._default(z.string(messages.invalid), ''),
          z.transform((text: string) => cleaned(rule, text)),
        )
        .check((payload) => {
          const message = firstProblem(rule, payload.value)
          if (message)
            payload.issues.push({
              code: 'custom',
              message,
              input: payload.value,
            })
        })
  }
}

function listSchema({ messages, max, required }: FieldRule): z.ZodMiniType {
  const line = z.string(messages.invalid).check(
    z.refine((text) => isLine(trimmed(text)), messages.invalid),
    z.refine((text) => [...trimmed(text)].length <= longestLine, messages.long),
  )
  return z
    .pipe(
      z._default(z.array(line, messages.invalid), []),
      z.transform((lines: string[]) => [...new Set(lines.map(trimmed).filter(Boolean))]),
    )
    .check(
      z.refine((lines) => max === 0 || lines.length <= max, messages.long),
      z.refine((lines) => !required || lines.length > 0, messages.required),
    )
}

function rowsSchema({ messages, max, required, row = [] }: FieldRule): z.ZodMiniType {
  const [first] = row
  return z.pipe(
    z.transform((value: unknown) => {
      if (value === undefined || value === null) return []
      // as the server reads lines
      if (typeof value !== 'string' || !first) return value
      const lines = value.split('\n').map(trimmed).filter(Boolean)
      return lines.map((line) => ({ [first.name]: line }))
    }),
    z.array(z.object(shapeOf(row), messages.invalid), messages.invalid).check(
      z.refine((rows) => max === 0 || rows.length <= max, messages.long),
      z.refine((rows) => !required || rows.length > 0, messages.required),
    ),
  )
}

/** The values of an untouched form. */
export function emptyValues<const Rules extends readonly FieldRule[]>(rules: Rules): FormValues<Rules> {
  const empty = rules.map(({ name, kind }) => [
    name,
    kind === 'consent' ? false : kind === 'choices' || kind === 'list' || kind === 'rows' ? [] : '',
  ])
  return Object.fromEntries(empty) as FormValues<Rules>
}

function cleaned(rule: FieldRule, text: string): string {
  switch (rule.kind) {
    case 'secret':
    case 'password':
      return text
    case 'email':
      return trimmed(text).toLowerCase()
    case 'text':
      return trimmed(text.replaceAll('\r\n', '\n'))
    case 'link': {
      const link = trimmed(text)
      return link === '' || link.includes('://') ? link : `https://${link}`
    }
    default:
      return trimmed(text)
  }
}

function firstProblem(rule: FieldRule, text: string): string | undefined {
  const { messages } = rule
  if (text === '') return rule.required ? messages.required : undefined
  if (rule.kind === 'amount' || rule.kind === 'whole') return numberProblem(rule, text)
  const characters = [...text].length
  const size = rule.kind === 'password' ? new TextEncoder().encode(text).length : characters
  if (rule.min > 0 && characters < rule.min) return messages.short
  if (rule.max > 0 && size > rule.max) return messages.long
  if (rule.kind === 'pin' && trivialPins.includes(text)) return trivialPin
  return isShaped(rule, text) ? undefined : messages.invalid
}

function numberProblem({ kind, min, max, messages }: FieldRule, text: string): string | undefined {
  if (!new RegExp(patterns[kind as 'amount' | 'whole']).test(text)) return messages.invalid
  if (Number(text) < min) return messages.short
  return Number(text) > max ? messages.long : undefined
}

function isShaped(rule: FieldRule, text: string): boolean {
  switch (rule.kind) {
    case 'email':
    case 'phone':
    case 'pin':
      return new RegExp(patterns[rule.kind]).test(text)
    case 'link':
      return isLink(text) && leadsToHosts(rule, text)
    case 'password':
      return !text.includes('\0') && /[A-Z]/.test(text) && /[a-z]/.test(text) && /[0-9]/.test(text)
    case 'choice':
      return rule.options.includes(text)
    case 'flag':
      return text === 'true' || text === 'false'
    case 'text':
      return isVisible(text) && !hasControl(text.replace(/[\n\t]/g, ''))
    case 'secret':
      return true
    default:
      return isLine(text) && (!rule.pattern || new RegExp(rule.pattern).test(text))
  }
}

// The demo's own pages stand in for Razorpay's there; elsewhere the server refuses them.
function leadsToHosts({ hosts }: FieldRule, text: string): boolean {
  if (!hosts || text.startsWith(`${globalThis.location?.origin}/sandbox/`)) return true
  const [, host = ''] = /^https:\/\/([^/?#]*)/i.exec(text) ?? []
  const asked = host.toLowerCase()
  return hosts.some((allowed) =>
    allowed.startsWith('.') ? `.${asked}`.endsWith(allowed) && !asked.startsWith('.') : asked === allowed,
  )
}

// The browser's URL repairs what Go's parser refuses, so the parts are read here.
function isLink(text: string): boolean {
  const parts = /^https?:\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(text)
  if (!parts || /[ \t"<>\\]/.test(text) || hasControl(text)) return false
  const [, authority = '', path = '', , fragment = ''] = parts
  if (/%(?![0-9a-f]{2})/i.test(path + fragment)) return false
  return /^[^@:%^`{|}[\]]*(:[0-9]*)?$/.test(authority) && authority.replace(/:.*/, '').includes('.')
}

// Go's white space: JavaScript's, with U+0085 and without the byte order mark.
function trimmed(text: string): string {
  return text.replace(/^(?:(?!\ufeff)\s|\u0085)+/, '').replace(/(?:(?!\ufeff)\s|\u0085)+$/, '')
}

// A line has no character that makes one name look like another: none that turns the order of reading around, no tag,
// and a joiner only in a script that needs it.
function isLine(text: string): boolean {
  const invisible = /[\p{Bidi_Control}\p{Zl}\p{Zp}\u{e0000}-\u{e007f}]/u
  const needlessJoiner = /(?:^|[^\p{L}\p{M}\p{So}\p{Sk}]|\p{Script=Latin})[\u200c\u200d]/u
  return isVisible(text) && !hasControl(text) && !invisible.test(text) && !needlessJoiner.test(text)
}

/** A text of zero-width characters, fillers or combining marks alone shows nothing. U+2800 is a blank symbol. */
function isVisible(text: string): boolean {
  return text === '' || /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
}

function hasControl(text: string): boolean {
  return [...text].some((character) => {
    const code = character.charCodeAt(0)
    return code < 0x20 || (code >= 0x7f && code <= 0x9f)
  })
}

/** Takes out what people put between the digits of a number: "(022) 5555-0143", "+91 98765 43210". */
export function digitsOf(phone: string): string {
  return phone.replace(/[\s().\u2010-\u2015-]/g, '')
}
