// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { LinkTabs } from './link-tabs'

afterEach(cleanup)

const tabs = [
  { to: '/circle', label: 'Home' },
  { to: '/circle/polls', label: 'Polls' },
  { to: '/circle/library', label: 'Library' },
]

function openTabs(at: string, root?: string): (string | null)[] {
  render(
    <MemoryRouter initialEntries={[at]}>
      <LinkTabs label="Pages" tabs={tabs} root={root} />
    </MemoryRouter>,
  )
  return screen.queryAllByRole('link', { current: 'page' }).map((link) => link.textContent)
}

it('opens the tab of the pages below its address, and the root on its own page only', () => {
  expect(openTabs('/circle/polls/one', '/circle')).toEqual(['Polls'])
  cleanup()
  expect(openTabs('/circle', '/circle')).toEqual(['Home'])
})

it('opens a tab only at its address without a root', () => {
  expect(openTabs('/circle/polls/one')).toEqual([])
})
