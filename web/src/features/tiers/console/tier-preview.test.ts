import { describe, expect, it } from 'vitest'
import { previewTier, slugOf, type TierValues } from './tier-preview'

const values: TierValues = {
  name: ' Founding ',
  slug: 'founding',
  description: '',
  price: '25000',
  currency: 'INR',
  duration: 'lifetime',
  features: [],
  razorpayPlanId: '',
  razorpayPaymentLink: '',
  isActive: true,
  buttonText: '',
  buttonColor: '#0052CC',
  isRecommended: false,
  sortOrder: '0',
  graceDays: '14',
  translations: [],
  modules: [],
  screens: [],
}

describe('the preview of a tier', () => {
  it('calculates GST in whole paise', () => {
    expect(previewTier(values, 18)).toMatchObject({ name: 'Founding', breakdown: { totalAmount: '29500' } })
    expect(previewTier({ ...values, price: '999.99' }, 18).breakdown).toMatchObject({
      gstAmount: '180',
      totalAmount: '1179.99',
    })
    expect(previewTier({ ...values, price: '0.05' }, 18).breakdown.gstAmount).toBe('0.01')
  })

  it('shows the price 0 while the price is incomplete or invalid', () => {
    for (const price of ['', 'abc', '1,000']) expect(previewTier({ ...values, price }, 18).price).toBe('0')
  })
})

describe('a slug', () => {
  it.each([
    ['Founding Circle', 'founding-circle'],
    ['  Lifetime & Founding — Membership! ', 'lifetime-founding-membership'],
    ['2026', '2026'],
    ['--a--b--', 'a-b'],
    ['सदस्यता', ''],
    ['', ''],
  ])('%j becomes %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })
})
