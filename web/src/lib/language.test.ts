import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentKind } from './document-kind'
import { date, englishDates, price } from './formats'
import { addressIn, basenameOf, sessionTime } from './language'

const folder = resolve(import.meta.dirname, '../../../pb_hooks/internal/languages')
const languages = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(resolve(folder, file), 'utf8')))

describe('the address of a page in another language', () => {
  it('starts with the language', () => {
    expect(addressIn('hi', '/membership-plans')).toBe('/hi/membership-plans')
    expect(addressIn('hi', '/')).toBe('/hi')
    expect(addressIn('en', '/renew')).toBe('/renew')
    expect(basenameOf('en')).toBe('/')
  })

  it('has the security policy of the page in English', () => {
    for (const language of ['', '/hi', '/MR']) {
      expect(documentKind(`${language}/membership-plans/`)).toBe('pays')
      expect(documentKind(`${language}/admin/content`)).toBe('console')
      expect(documentKind(language || '/')).toBe('site')
    }
    expect(documentKind('/hindi/admin')).toBe('site')
  })
})

describe('a date', () => {
  const session = { startsAt: '2026-09-16T13:00:00Z', endsAt: '2026-09-16T14:30:00Z' }

  it('is written in the language of the page', () => {
    const hindi = languages.find(({ code }) => code === 'hi')
    expect(sessionTime(session, hindi)).toBe('बुधवार, 16 सितंबर 2026, 18:30 से 20:00 IST')
    expect(sessionTime(session)).toBe('Wednesday, 16 Sep 2026, 18:30 to 20:00 IST')
  })

  it.each(languages)('in $name has the months and the digits of Intl', ({ locale, code, months }) => {
    const format = new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { month: code === 'en' ? 'short' : 'long' })
    for (let month = 0; month < 12; month++) {
      const at = new Date(Date.UTC(2026, month, 15))
      if (code !== 'en' || month !== 8) expect(months[month]).toBe(format.format(at)) // en-IN has "Sept"
      expect(date(at, { ...englishDates, months })).toBe(`15 ${months[month]} 2026`)
    }
  })
})

describe('an amount', () => {
  // Intl groups Marathi amounts by thousands; Indian accounts in every language group by lakhs.
  it.each(languages.filter(({ code }) => code !== 'mr'))(
    'in $name is written as Intl does with Latin digits',
    ({ locale }) => {
      const format = { style: 'currency', currency: 'INR', maximumFractionDigits: 0 } as const
      expect(price('2500000', 'INR')).toBe(new Intl.NumberFormat(`${locale}-u-nu-latn`, format).format(2500000))
    },
  )
})
