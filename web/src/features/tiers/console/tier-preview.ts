import { patterns, type Tier } from '@/lib/generated'

/** What the tier form holds. */
export type TierValues = Pick<
  Tier,
  | 'name'
  | 'slug'
  | 'description'
  | 'price'
  | 'currency'
  | 'duration'
  | 'features'
  | 'razorpayPlanId'
  | 'razorpayPaymentLink'
  | 'isActive'
  | 'buttonText'
  | 'buttonColor'
> & { sortOrder: string; graceDays: string }

/** The tier that visitors would see, made of what the form holds; the server calculates the GST that counts. */
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
    needsApproval: 'false',
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

// What a mandate may charge, in paise: the server has the rule.
const mostByMandate = 15_000_00

function paise(price: string): number {
  const [whole = '0', fraction = ''] = price.split('.')
  return Number(whole) * 100 + Number(`${fraction}00`.slice(0, 2))
}

function major(amount: number): string {
  const rest = amount % 100
  return `${Math.floor(amount / 100)}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}

/** A tier's slug, as the server derives it: lower case, each run of other characters one hyphen, none at either end. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
