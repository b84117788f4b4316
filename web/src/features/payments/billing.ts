import { ApiError } from '@/lib/api-error'
import type { Billing } from '@/lib/api-types'
import { compact, type FormValues, isGSTIN } from '@/lib/form-schema'
import { type billingForm, gstStates, patterns, pinStates } from '@/lib/generated'
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
    if (values.country === 'IN' && values.isSEZ && !compact(values.gstin)) problems.gstin = text.plain('gstinMissing')
  } else if (isAddressRequired && !values.address.trim()) {
    problems.address = text.plain('addressMissing')
  }
  if (values.country !== 'IN') return problems
  if (!stateOf(values)) problems.state = text.plain('stateMissing')
  if (!values.pin.trim()) problems.pin = text.plain('pinMissing')
  else if (!hasPin(values)) problems.pin = text.plain('pinInvalid')
  else if (!problems.state && isPlaceUnconfirmed(values)) problems.pin = text.plain('pinElsewhere')
  return problems
}

function hasPin({ pin }: BillingValues): boolean {
  return new RegExp(patterns.pincode).test(compact(pin))
}

// If there is a GSTIN, its state decides.
function stateOf({ kind, gstin, state }: BillingValues): string {
  return kind === 'company' && compact(gstin) ? compact(gstin).slice(0, 2) : state
}

/**
 * Returns the state and the PIN code, such as "27-560001", if the PIN code belongs to another state. The server checks
 * the same (PINAgrees in pb_hooks/internal/india).
 */
export function placeToConfirm(values: BillingValues): string | undefined {
  const state = stateOf(values)
  if (values.country !== 'IN' || !state || !hasPin(values)) return undefined
  const pin = compact(values.pin)
  const agrees = pin.startsWith('9') || state === '97' || pinStates[pin.slice(0, 2)]?.includes(state)
  return agrees ? undefined : `${state}-${pin}`
}

function isPlaceUnconfirmed(values: BillingValues): boolean {
  const place = placeToConfirm(values)
  return place !== undefined && values.confirmedPlace !== place
}

/**
 * Returns the part of the billing details that decides the tax, or undefined if it is incomplete or the buyer must
 * still say what is right.
 */
export function placeOf(values: BillingValues): Partial<BillingValues> | undefined {
  if (values.country !== 'IN') return { country: values.country }
  const state = stateOf(values)
  if (!state || !hasPin(values) || isPlaceUnconfirmed(values)) return undefined
  // The server takes a company in a special economic zone only with all its details.
  const isZone = values.kind === 'company' && values.isSEZ && isGSTIN(compact(values.gstin).toUpperCase())
  if (isZone && values.legalName.trim() && values.address.trim()) return billingOf(values)
  return { state, pin: compact(values.pin), confirmedPlace: placeToConfirm(values) }
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
  isSEZ: false,
  address: '',
  state: '',
  pin: '',
  country: 'IN',
  confirmedPlace: '',
}

/** Renames the fields of an error as in the form: the server says billing.state. */
export function withBillingFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const fields = Object.entries(error.fields).map(([name, message]) => [name.replace(/^billing\./, ''), message])
  const { status, message, retryAfterSeconds, hasOnlyStatus } = error
  return new ApiError(status, message, Object.fromEntries(fields), retryAfterSeconds, hasOnlyStatus)
}

/** Returns only the billing details of a form that has more fields. */
export function billingOf<Values extends BillingValues>(values: Values): BillingValues {
  const { kind, legalName, gstin, isSEZ, address, state, pin, country, confirmedPlace } = values
  return { kind, legalName, gstin, isSEZ, address, state, pin, country, confirmedPlace }
}
