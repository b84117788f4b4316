import { ApiError } from '@/lib/api-error'
import type { Billing } from '@/lib/api-types'
import type { FormValues } from '@/lib/form-schema'
import { type billingForm, gstStates } from '@/lib/generated'
import type { BillingText } from './billing-text'

export type BillingValues = FormValues<typeof billingForm>

/** Validates the fields against each other, as the server does. */
export function billingProblems(
  values: BillingValues,
  text: BillingText,
  isAddressRequired = false,
): Partial<Record<keyof BillingValues, string>> {
  const problems: Partial<Record<keyof BillingValues, string>> = {}
  if (values.kind === 'company') {
    if (!values.legalName.trim()) problems.legalName = text.plain('legalNameMissing')
    if (!values.address.trim()) problems.address = text.plain('companyAddressMissing')
  } else if (isAddressRequired && !values.address.trim()) {
    problems.address = text.plain('addressMissing')
  }
  if (values.country !== 'IN') return problems
  if (!stateOf(values)) problems.state = text.plain('stateMissing')
  if (!values.pin.trim()) problems.pin = text.plain('pinMissing')
  else if (!hasPin(values)) problems.pin = text.plain('pinInvalid')
  return problems
}

function hasPin({ pin }: BillingValues): boolean {
  return /^[1-9][0-9]{5}$/.test(pin.trim())
}

// If there is a GSTIN, its state decides.
function stateOf({ kind, gstin, state }: BillingValues): string {
  return kind === 'company' && gstin.trim() ? gstin.trim().slice(0, 2) : state
}

/** Returns the part of the billing details that decides the tax, or undefined if it is incomplete. */
export function placeOf(values: BillingValues): Partial<BillingValues> | undefined {
  if (values.country !== 'IN') return { country: values.country }
  const state = stateOf(values)
  return state && hasPin(values) ? { state, pin: values.pin.trim() } : undefined
}

/**
 * Returns the billing details. If they have no state, it is taken from the account's location, such as "Pune,
 * Maharashtra".
 */
export function withStateOf(location: string, billing: Billing): Billing {
  if (billing.state || billing.country !== 'IN') return billing
  const name = location.split(',').at(-1)?.trim().toLowerCase()
  const state = gstStates.find((state) => state.name.toLowerCase() === name)
  return state ? { ...billing, state: state.code } : billing
}

/** The billing details of a buyer who has given none yet. */
export const emptyBilling: Billing = {
  kind: 'individual',
  legalName: '',
  gstin: '',
  address: '',
  state: '',
  pin: '',
  country: 'IN',
}

/** Renames the fields of an error as in the form: the server says billing.state. */
export function withBillingFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const fields = Object.entries(error.fields).map(([name, message]) => [name.replace(/^billing\./, ''), message])
  return new ApiError(error.status, error.message, Object.fromEntries(fields), error.retryAfterSeconds)
}

/** Returns only the billing details of a form that has more fields. */
export function billingOf<Values extends BillingValues>(values: Values): BillingValues {
  const { kind, legalName, gstin, address, state, pin, country } = values
  return { kind, legalName, gstin, address, state, pin, country }
}
