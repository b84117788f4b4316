// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { FilterTabs } from './tabs'

const tabs = ['open', 'declined', 'all'].map((id) => ({ id, label: id, count: 2 }))

function Page() {
  const [selected, setSelected] = useState('open')
  return (
    <FilterTabs label="State" tabs={tabs} selected={selected} onSelect={setSelected}>
      <input aria-label="Search" />
    </FilterTabs>
  )
}

// jsdom does not implement CSS.escape.
vi.stubGlobal('CSS', { escape: (text: string) => text })

afterEach(cleanup)

it('is one stop of the Tab key, moves with the arrow keys and selects with Enter', async () => {
  render(<Page />)
  const user = userEvent.setup()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: /open/ }))
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: /declined/ }))
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('open2')
  await user.keyboard('{Enter}')
  const tab = screen.getByRole('tab', { selected: true, name: /declined/ })
  const panel = screen.getByRole('tabpanel', { name: /declined/ })
  expect(tab.getAttribute('aria-controls')).toBe(panel.id)
  expect(document.activeElement).toBe(tab)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }))
})
