// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import type { Tier } from '@/lib/api-types'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { PlanSummary } from './plan-summary'
import { TierEntry } from './tier-entry'

function tierOf(name: string, changes: Partial<Tier> = {}): Tier {
  const breakdown = { baseAmount: '6000', gstRate: 18, gstAmount: '1080', totalAmount: '7080' }
  const features = ['Sessions', 'The library', 'A mentor', 'A vote', 'A dinner']
  const slug = name.toLowerCase()
  const facts = { id: slug, slug, name, duration: 'annual', price: '6000', currency: 'INR', renews: true, screens: [] }
  return {
    ...facts,
    description: 'A seat.',
    features,
    breakdown,
    buttonText: 'Join',
    buttonColor: '',
    ...changes,
  } as Tier
}

function show(content: ReactNode) {
  render(
    <WithTexts pages={[builtInTexts('plans'), builtInTexts('site')]}>
      <MemoryRouter>{content}</MemoryRouter>
    </WithTexts>,
  )
}

afterEach(cleanup)

describe('the card of a plan', () => {
  it('has the price above the features, and its button in the colour that was chosen', () => {
    show(<TierEntry tier={tierOf('Year', { buttonColor: '#0052CC' })} busy={false} onChoose={() => {}} />)
    const card = screen.getByRole('article', { name: 'Year' })
    const price = within(card).getByText('₹6,000')
    const list = within(card).getByRole('list')
    expect(price.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(within(list).getAllByRole('listitem')).toHaveLength(5)
    const button = within(card).getByRole('button', { name: 'Join: Year' })
    expect(button.style.getPropertyValue('--btn-color')).toBe('#0052CC')
    expect(within(card).queryByText('Recommended')).toBeNull()
  })

  it('says that the office recommends the plan', () => {
    show(<TierEntry tier={tierOf('Year', { isRecommended: true })} busy={false} onChoose={() => {}} />)
    expect(screen.getByText('Recommended')).toBeTruthy()
  })
})

it('shows the plans in short as a list with links to them', () => {
  show(<PlanSummary tiers={[tierOf('Year'), tierOf('Life', { isRecommended: true })]} />)
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Year', '/membership-plans#tier-year'],
    ['Life', '/membership-plans#tier-life'],
  ])
  const card = screen.getByRole('article', { name: 'Life' })
  expect(within(card).getByRole('heading', { level: 3, name: 'Life' })).toBeTruthy()
  expect(within(card).getByText('Recommended')).toBeTruthy()
  expect(within(card).getAllByRole('listitem')).toHaveLength(4)
})
