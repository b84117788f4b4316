// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Tier } from '@/lib/api-types'
import type { Language } from '@/lib/texts'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { PlanTable } from './plan-table'

const life = tierOf('Life', 'lifetime', '25000', 'Sessions', 'The library', 'A mentor', 'A vote', 'A dinner')
const year = tierOf(
  'A year at the table, for directors of small companies',
  'annual',
  '6000',
  'Sessions',
  'The library',
)

function tierOf(name: string, duration: Tier['duration'], price: string, ...features: string[]): Tier {
  const totalAmount = String(Number(price) * 1.18)
  const breakdown = { baseAmount: price, gstRate: 18, gstAmount: '', totalAmount }
  return {
    id: name,
    slug: duration,
    name,
    duration,
    price,
    features,
    breakdown,
    currency: 'INR',
    renews: true,
    screens: [],
    modules: [],
  } as unknown as Tier
}

function show(props: Parameters<typeof PlanTable>[0], language: Language = 'en') {
  render(
    <WithTexts pages={[{ ...builtInTexts('plans'), language }]} language={language}>
      <MemoryRouter>
        <PlanTable {...props} />
      </MemoryRouter>
    </WithTexts>,
  )
  return screen.getByRole('table', { name: 'What each plan costs and includes' })
}

/** The texts of a row, as a screen reader reads them. */
function row(table: HTMLElement, name: string): (string | null)[] {
  const header = within(table).getByRole('rowheader', { name })
  return [...(header.closest('tr')?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
}

// jsdom has no layout.
beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the table of the plans', () => {
  it('has the names and features of the plans in English on a page in another language', () => {
    const inEnglish = (table: HTMLElement) =>
      [...table.querySelectorAll('[lang="en"]')].map(({ textContent }) => textContent)
    expect(inEnglish(show({ tiers: [year] }, 'hi'))).toEqual([year.name, ...year.features])
    cleanup()
    expect(inEnglish(show({ tiers: [year] }))).toEqual([])
  })

  it('has the names and features of the plans in the language of the page, as far as they are translated', () => {
    const translation = { name: 'आजीवन', description: '', buttonText: '', features: { 'The library': 'लाइब्रेरी' } }
    const everything = tierOf('Patron', 'lifetime', '100000', 'Everything in the life', 'The Library')
    const table = show({ tiers: [{ ...life, translation }, everything, year] }, 'hi')
    const headers = within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
    expect(headers).toContain('लाइब्रेरी')
    expect(headers).toContain('A mentor')
    expect(within(table).getByRole('link', { name: 'आजीवन' }).closest('[lang]')).toBeNull()
    expect(within(table).getByText('A mentor').getAttribute('lang')).toBe('en')
  })

  it('has a column for each plan and a row for what it costs and includes', () => {
    const table = show({ tiers: [life, year] })
    const columns = within(table).getAllByRole('columnheader')
    expect(columns.map(({ textContent }) => textContent)).toEqual(['What you get', life.name, year.name])
    expect(row(table, 'Price')).toEqual(['₹25,000₹29,500 including 18% GST', '₹6,000₹7,080 including 18% GST'])
    expect(row(table, 'Length')).toEqual(['Lifetime', 'One year'])
    expect(row(table, 'Payment')).toEqual(['One-time payment', 'Renews annually'])
    expect(row(table, 'Sessions')).toEqual(['Included', 'Included'])
    expect(row(table, 'A mentor')).toEqual(['Included', 'Not included'])
  })

  it('leads to the entry of each plan, and marks the reader’s own', () => {
    const table = show({ tiers: [life, year], badgeOf: ({ id }) => (id === 'Life' ? 'Your membership' : undefined) })
    expect(within(table).getByRole('link', { name: 'Life' }).getAttribute('href')).toBe('/#tier-lifetime')
    expect(within(table).getByRole('columnheader', { name: /^Life\s*Your membership$/ })).toBeTruthy()
  })
})
