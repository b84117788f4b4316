import type { Tier } from '@/lib/api-types'
import type { FormValues } from '@/lib/form-schema'
import { patterns, type tierForm } from '@/lib/generated'

/** The values of the tier form. */
export type TierValues = FormValues<typeof tierForm>

/** Builds the tier that visitors would see from the form's values. The server calculates the GST that is charged. */
export function previewTier(values: TierValues, gstRate: number): Tier {
  const price = new RegExp(patterns.amount).test(values.price.trim()) ? values.price.trim() : '0'
  const base = paise(price)
  const gst = Math.floor((base * gstRate + 50) / 100) // half a paisa is rounded up
  return {
    ...values,
    id: 'preview',
    name: values.name.trim() || 'Name of the tier',
    slug: 'preview',
    price,
    sortOrder: 0,
    graceDays: 0,
    updatedAt: '',
    createdAt: '',
    isApprovalRequired: false,
    isPlanOutdated: false,
    renews:
      values.duration !== 'lifetime' &&
      values.razorpayPlanId.trim() !== '' &&
      values.razorpayPaymentLink.trim() === '' &&
      (values.currency !== 'INR' || base + gst <= mostByMandate),
    breakdown: {
      baseAmount: price,
      gstRate,
      gstAmount: major(gst),
      totalAmount: major(base + gst),
    },
  }
}

// The highest amount of a mandate, in paise. The server enforces it.
const mostByMandate = 15_000_00

function paise(price: string): number {
  const [whole = '0', fraction = ''] = price.split('.')
  return Number(whole) * 100 + Number(`${fraction}00`.slice(0, 2))
}

function major(amount: number): string {
  const rest = amount % 100
  return `${Math.floor(amount / 100)}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}

/**
 * Derives a tier's slug as the server does: lower case, each run of other characters as one hyphen, no hyphen at either
 * end.
 */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
