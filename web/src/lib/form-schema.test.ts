import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyValues, fieldSchema, formSchema } from './form-schema'
import {
  adminLoginForm,
  billingForm,
  type FieldRule,
  forgotPasswordForm,
  loginForm,
  nominationForm,
  orderForm,
  profileForm,
  registerForm,
  resetPasswordForm,
  settingsForm,
  tierForm,
} from './generated'

const forms: Record<string, readonly FieldRule[]> = {
  register: registerForm,
  login: loginForm,
  forgotPassword: forgotPasswordForm,
  resetPassword: resetPasswordForm,
  adminLogin: adminLoginForm,
  nomination: nominationForm,
  order: orderForm,
  profile: profileForm,
  tier: tierForm,
  billing: billingForm,
  settings: settingsForm,
}

type Case = {
  form: string
  field: string
  raw: unknown
  clean?: unknown
  refused?: string
}

// The server's tests use the same table: pb_hooks/internal/wiregen/checks_test.go.
const cases: Case[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../pb_hooks/internal/wiregen/testdata/checks.json'), 'utf8'),
)

function ruleOf({ form, field }: Case): FieldRule {
  const rule = forms[form]?.find(({ name }) => name === field)
  if (!rule) throw new Error(`no field ${form}.${field}`)
  return rule
}

describe('the web app validates the shared cases as the server does', () => {
  it.each(cases.map((each) => [`${each.form}.${each.field} ${JSON.stringify(each.raw).slice(0, 40)}`, each] as const))(
    '%s',
    (_, each) => {
      const rule = ruleOf(each)
      const result = fieldSchema(rule).safeParse(each.raw)
      // The server's clean value of a flag is text.
      const clean = typeof each.raw === 'boolean' ? each.raw : each.clean
      if (rule.kind === 'phone' && each.refused === undefined) {
        // Only the server knows where the country code and the digits to dial within a country end.
        expect(result.success).toBe(true)
        expect(each.clean).toMatch(/^\+[1-9]\d+$/)
      } else if (each.refused === undefined) expect(result).toEqual({ success: true, data: clean })
      else expect(result.error?.issues.map(({ message }) => message)).toEqual([each.refused])
    },
  )
})

describe('a form', () => {
  it('reports all invalid fields, each with its first broken rule', () => {
    const issues = formSchema(registerForm).safeParse({
      ...emptyValues(registerForm),
      name: 'Asha Rao',
      pin: '12',
    }).error?.issues
    expect(issues?.map(({ path, message }) => [path[0], message])).toEqual([
      ['email', 'Please enter a valid email address'],
      ['phone', 'Phone number must be at least 10 digits'],
      ['location', 'Location is required'],
      ['password', 'Password must be at least 12 characters'],
      ['pin', 'PIN must be exactly 4 digits'],
      ['requestType', 'Please choose an interest'],
    ])
  })

  it('starts with an empty value for the kind of each field', () => {
    const empty = emptyValues(nominationForm)
    expect(empty.name).toBe('')
    expect(empty.areasOfExpertise).toEqual([])
    expect(empty.agreeTerms).toBe(false)
    expect(Object.keys(empty)).toEqual(nominationForm.map(({ name }) => name))
  })

  it('treats a missing field as an empty one', () => {
    const optional = formSchema(nominationForm.filter((rule): rule is FieldRule & typeof rule => !rule.required))
    expect(optional.safeParse({}).data).toEqual({
      city: '',
      state: '',
      country: '',
      linkedinUrl: '',
      previousBoardExperience: '',
      areasOfExpertise: [],
    })
  })
})

describe('a phone number as people write it', () => {
  const phone = ruleOf({ form: 'register', field: 'phone', raw: '' })

  it.each([
    ['+91 98765 43210', '+919876543210'],
    ['+91 (22) 5555-0143', '+912255550143'],
    ['98765\u00a043210', '9876543210'],
    ['98765–43210', '9876543210'],
    ['098765 43210', '9876543210'],
    ['९८७६५ ४३२१०', '9876543210'],
    ['919876543210.0', '919876543210'],
    ['9876543210', '9876543210'],
  ])('%s is %s', (written, digits) =>
    expect(fieldSchema(phone).safeParse(written)).toEqual({ success: true, data: digits }),
  )

  it.each(['98765x43210', '+91 22 2654 3210/11'])('is refused if it has other characters: %s', (written) => {
    expect(fieldSchema(phone).safeParse(written).success).toBe(false)
  })
})
