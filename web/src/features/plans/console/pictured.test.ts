import { describe, expect, it } from 'vitest'
import { picturedTier, type TierValues } from './pictured'

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
  isActive: 'true',
  buttonText: '',
  buttonColor: '#0052CC',
  sortOrder: '0',
}

describe('the pictured tier', () => {
  it('reckons GST in whole paise', () => {
    expect(picturedTier(values, 18)).toMatchObject({ name: 'Founding', breakdown: { totalAmount: '29500' } })
    expect(picturedTier({ ...values, price: '999.99' }, 18).breakdown).toMatchObject({
      gstAmount: '180',
      totalAmount: '1179.99',
    })
    expect(picturedTier({ ...values, price: '0.05' }, 18).breakdown.gstAmount).toBe('0.01')
  })

  it('shows nothing strange while a price is being typed', () => {
    for (const price of ['', 'abc', '1,000']) expect(picturedTier({ ...values, price }, 18).price).toBe('0')
  })
})
