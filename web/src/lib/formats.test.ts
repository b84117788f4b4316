import { describe, expect, it } from 'vitest'
import { date, exactPrice, fileSize, inputDay, price, rupees, timeOfDay } from './formats'

describe('money', () => {
  it('groups rupees the Indian way and drops the paise', () => {
    expect(rupees('2500000')).toBe('₹25,00,000')
    expect(rupees('1178.82')).toBe('₹1,179')
  })

  it('shows the rupee sign for INR and the dollar sign for everything else', () => {
    expect(price('25000', 'INR')).toBe('₹25,000')
    expect(price('300', 'USD')).toBe('$300')
  })

  it('shows the paise where an amount must be exact and has any', () => {
    expect(exactPrice('1178.82', 'INR')).toBe('₹1,178.82')
    expect(exactPrice('118000', 'INR')).toBe('₹1,18,000')
    expect(exactPrice('0.5', 'USD')).toBe('$0.50')
  })

  it.each([
    ['en-IN', 'INR'],
    ['en-US', 'USD'],
  ])('is formatted as Intl.NumberFormat does in %s', (locale, currency) => {
    const whole = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 })
    const exact = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: 2 })
    const around = [0, 1, 9, 10, 99, 100, 999, 1000, 1001, 9999, 10000, 99999, 100000, 999999, 1e6, 9999999, 1e7, 1e9]
    const spread = Array.from({ length: 600 }, (_, index) => (index * 7919 * (index + 13)) % 1_000_000_007)
    for (const base of [...around, ...spread]) {
      for (const paise of [0, 1, 49, 50, 51, 99]) {
        const amount = `${base}.${String(paise).padStart(2, '0')}`
        expect(price(amount, currency)).toBe(whole.format(Number(amount)))
        expect(price(-amount, currency).replace('-', '')).toBe(price(amount, currency))
        if (paise > 0) expect(exactPrice(amount, currency)).toBe(exact.format(Number(amount)))
      }
    }
  })
})

describe('time', () => {
  it('is Indian time, so an evening in London is already the next day', () => {
    expect(date('2026-09-15T20:00:00Z')).toContain('16')
    expect(timeOfDay('2026-09-15T20:00:00Z')).toBe('01:30')
  })
})

describe("a file's size", () => {
  it('is written with the unit that fits', () => {
    expect([0, 512, 1536, 5_242_880, 250_000_000, 8_589_934_592].map(fileSize)).toEqual([
      '0 bytes',
      '512 bytes',
      '1.5 kB',
      '5.0 MB',
      '238 MB',
      '8.0 GB',
    ])
  })
})

it('counts days in India for date inputs', () => {
  expect(inputDay('2026-08-27T18:29:00Z')).toBe('2026-08-27')
  expect(inputDay(new Date('2026-08-27T18:30:00Z'))).toBe('2026-08-28')
  expect(inputDay('')).toBe('')
})
