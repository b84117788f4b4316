import * as z from 'zod/mini'
import { type FieldRule, gstStates, longestLine, patterns, trivialPin, trivialPins } from './generated'

// The site's security policy forbids eval, which zod would try.
z.config({ jitless: true })

/**
 * The values of a form by field: a boolean for a consent or a flag, a list for a multiple choice, objects for rows,
 * otherwise text.
 */
export type FormValues<Rules extends readonly FieldRule[]> = {
  -readonly [Rule in Rules[number] as Rule['name']]: InputValue<Rule>
}

/** The values that a form starts with. A stored choice may be one that the form no longer offers. */
export type InitialValues<Rules extends readonly FieldRule[]> = {
  -readonly [Rule in Rules[number] as Rule['name']]?: InputValue<Rule> extends string ? string : InputValue<Rule>
}

type InputValue<Rule extends FieldRule> = Rule['kind'] extends 'consent' | 'flag'
  ? boolean
  : Rule['kind'] extends 'choices'
    ? Rule['options'][number][]
    : Rule['kind'] extends 'list'
      ? string[]
      : Rule['kind'] extends 'rows'
        ? FormValues<NonNullable<Rule['row']>>[]
        : Rule['kind'] extends 'choice'
          ? Rule['options'][number] | (Rule['required'] extends true ? never : '')
          : string

/**
 * Returns the schema of a form. It parses values as pb_hooks/internal/rules/check.go does: the same clean values, and
 * the same message for the first rule that a field breaks. Both are tested with one table of cases
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

/** Returns the schema of one field. */
export function fieldSchema(rule: FieldRule): z.ZodMiniType {
  const { messages } = rule
  switch (rule.kind) {
    case 'consent':
      return z.literal(true, messages.required)
    case 'flag':
      return z.boolean(messages.invalid)
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
    z.refine((text) => isLine(oneLine(text)), messages.invalid),
    z.refine((text) => [...oneLine(text)].length <= longestLine, messages.long),
  )
  return z
    .pipe(
      z._default(z.array(line, messages.invalid), []),
      z.transform((lines: string[]) => [...new Set(lines.map(oneLine).filter(Boolean))]),
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
      // Split into lines as the server does.
      if (typeof value !== 'string' || !first) return value
      const lines = value.split('\n').map(oneLine).filter(Boolean)
      return lines.map((line) => ({ [first.name]: line }))
    }),
    z.array(z.object(shapeOf(row), messages.invalid), messages.invalid).check(
      z.refine((rows) => max === 0 || rows.length <= max, messages.long),
      z.refine((rows) => !required || rows.length > 0, messages.required),
    ),
  )
}

/** Returns the rules of some fields of a form. */
export function only<const Rules extends readonly FieldRule[], Name extends Rules[number]['name']>(
  rules: Rules,
  ...names: readonly Name[]
): Extract<Rules[number], { name: Name }>[] {
  return rules.filter((rule): rule is Extract<Rules[number], { name: Name }> =>
    names.some((name) => name === rule.name),
  )
}

/** Returns the rules of a form with some fields made required. */
export function requiring<const Rules extends readonly FieldRule[]>(
  rules: Rules,
  ...names: readonly Rules[number]['name'][]
): Rules[number][] {
  return rules.map((rule) => (names.includes(rule.name) ? { ...rule, required: true } : rule))
}

/** The initial values of an empty form. */
export function emptyValues<const Rules extends readonly FieldRule[]>(rules: Rules): FormValues<Rules> {
  return Object.fromEntries(rules.map((rule) => [rule.name, emptyValue(rule)])) as FormValues<Rules>
}

function emptyValue({ kind, initial }: FieldRule) {
  switch (kind) {
    case 'consent':
      return false
    case 'flag':
      return initial === 'true'
    case 'choices':
    case 'list':
    case 'rows':
      return []
    default:
      return ''
  }
}

function cleaned(rule: FieldRule, text: string): string {
  switch (rule.kind) {
    case 'secret':
      return text
    case 'password':
      return text.normalize()
    case 'email':
      return emailOf(text)
    case 'gstin':
      return compact(text).toUpperCase()
    case 'pincode':
      return compact(text)
    case 'phone':
      return phoneOf(text)
    case 'text':
      return trimmed(visible(text.replaceAll('\r\n', '\n')))
    case 'link': {
      const link = oneLine(text)
      return link === '' || link.includes('://') ? link : `https://${link}`
    }
    default:
      return oneLine(text)
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
    case 'day':
      return isDay(text)
    case 'gstin':
      return isGSTIN(text)
    case 'pincode':
      return new RegExp(patterns.pincode).test(text)
    case 'link':
      return isLink(text) && leadsToHosts(rule, text)
    case 'password':
      return !text.includes('\0') && /[A-Z]/.test(text) && /[a-z]/.test(text) && /[0-9]/.test(text)
    case 'choice':
      return rule.options.includes(text)
    case 'text':
      return isVisible(text) && !hasControl(text.replace(/[\n\t]/g, ''))
    case 'secret':
      return true
    default:
      return isLine(text) && (!rule.pattern || new RegExp(rule.pattern).test(text))
  }
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}

/** Reports whether a text is a GSTIN. Its last character is a check character: Luhn's algorithm modulo 36. */
export function isGSTIN(text: string): boolean {
  if (!new RegExp(patterns.gstin).test(text) || !gstStates.some(({ code }) => code === text.slice(0, 2))) return false
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const sum = [...text.slice(0, -1)].reduce((total, character, index) => {
    const value = alphabet.indexOf(character) * (1 + (index % 2))
    return total + Math.floor(value / 36) + (value % 36)
  }, 0)
  return text.at(-1) === alphabet[(36 - (sum % 36)) % 36]
}

// In the demo, its own pages replace Razorpay's; elsewhere the server refuses such links.
function leadsToHosts({ hosts }: FieldRule, text: string): boolean {
  if (!hosts || text.startsWith(`${globalThis.location?.origin}/sandbox/`)) return true
  const [, host = ''] = /^https:\/\/([^/?#]*)/i.exec(text) ?? []
  const asked = host.toLowerCase()
  return hosts.some((allowed) =>
    allowed.startsWith('.') ? `.${asked}`.endsWith(allowed) && !asked.startsWith('.') : asked === allowed,
  )
}

// The browser's URL class repairs addresses that Go's parser rejects, so the parts are checked here.
function isLink(text: string): boolean {
  const parts = /^https?:\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(text)
  if (!parts || /[ \t"<>\\]/.test(text) || hasControl(text)) return false
  const [, authority = '', path = '', , fragment = ''] = parts
  if (/%(?![0-9a-f]{2})/i.test(path + fragment)) return false
  return /^[^@:%^`{|}[\]]*(:[0-9]*)?$/.test(authority) && authority.replace(/:.*/, '').includes('.')
}

// The functions below return the forms of pb_hooks/internal/normal: the same for two texts that look the same.

function oneLine(text: string): string {
  return trimmed(visible(text)).replace(/[\t\p{Zs}]+/gu, ' ')
}

// JavaScript does not count U+0085 as white space, as Go does.
function trimmed(text: string): string {
  return text.replace(/^[\s\x85]+|[\s\x85]+$/g, '')
}

/** Removes the spaces that people type in a PIN code or a GSTIN: "400 001". */
export function compact(text: string): string {
  return plainDigits(oneLine(text.replace(/[\s\x85]/g, '')))
}

// The zeros of the digits that the keyboards of Indian and Arabic scripts type, and the wide one.
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10]

function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((zero) => code >= zero && code <= zero + 9)
    return zero ? String(code - zero) : digit
  })
}

function emailOf(text: string): string {
  const [, local = '', domain = ''] = /^(.*@)?(.*)$/s.exec(oneLine(text)) ?? []
  // The browser's URL class converts a domain to ASCII, but it would read these signs as the end of the domain.
  const isURL = /[^\0-\x7f]/.test(domain) && !/[\s/?#:\\%]/.test(domain) && URL.canParse(`http://${domain}`)
  return (local + (isURL ? new URL(`http://${domain}`).hostname : domain)).toLowerCase()
}

// Composes a text, and drops what shows nothing or changes the reading direction, except the joiners that an Indian or
// Arabic script or an emoji needs.
function visible(text: string): string {
  let before = ''
  return text
    .replace(/./gsu, (character, at: number) => {
      const rest = text.slice(at + character.length)
      if (/\p{Default_Ignorable_Code_Point}/u.test(character) && !isNeeded(character, before, rest)) return ''
      before = character
      return character
    })
    .normalize()
}

const virama = /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/

function isNeeded(character: string, before: string, rest: string): boolean {
  if (character === '\ufe0f') return /\p{So}/u.test(before)
  const isEmoji = character === '\u200d' && /\p{So}|\p{Sk}|\ufe0f/u.test(before) && /^\p{So}/u.test(rest)
  const isArabic = /\p{Script=Arabic}/u.test(before) && /^\p{Script=Arabic}/u.test(rest)
  return /[\u200c\u200d]/.test(character) && (virama.test(before) || virama.test(rest) || isArabic || isEmoji)
}

// Rejects control characters and line separators.
function isLine(text: string): boolean {
  return isVisible(text) && !hasControl(text) && !/[\p{Zl}\p{Zp}]/u.test(text)
}

/** Reports whether a text shows anything: not if it has only combining marks. U+2800 is a blank symbol. */
function isVisible(text: string): boolean {
  return text === '' || /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
}

function hasControl(text: string): boolean {
  return [...text].some((character) => {
    const code = character.charCodeAt(0)
    return code < 0x20 || (code >= 0x7f && code <= 0x9f)
  })
}

// Removes the separators and the leading zeros that people type in phone numbers, and the decimals that a spreadsheet
// adds. The server adds the country code.
function phoneOf(text: string): string {
  const typed = plainDigits(oneLine(text))
    .normalize('NFKC')
    .replace(/^(\d+)\.0+$/, '$1')
  const digits = typed.replace(/[ ().\p{Pd}]/gu, '').replace(/^0+/, '')
  return digits.length < 10 ? oneLine(text) : digits
}
