// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { Config } from '@/lib/api-types'
import { ConfigContext } from '@/lib/config'
import { ProfileLink } from './profile-link'

const user = vi.hoisted(() => ({ isMember: true, modules: ['sessions', 'directory'] }))
vi.mock('@/lib/session', () => ({ useSession: () => ({ status: 'authenticated', user }) }))
afterEach(cleanup)

function open(person: string): HTMLElement | null {
  render(
    <ConfigContext value={{ modules: ['sessions', 'directory'] } as Config}>
      <MemoryRouter>
        <ProfileLink person={person}>Asha Rao</ProfileLink>
      </MemoryRouter>
    </ConfigContext>,
  )
  expect(screen.getByText('Asha Rao')).toBeTruthy()
  return screen.queryByRole('link')
}

it('leads to the profile', () => {
  expect(open('person1')?.getAttribute('href')).toBe('/circle/directory/person1')
})

it('is text for a person whom the reader does not see, and for a member whose plan does not open the directory', () => {
  expect(open('')).toBeNull()
  cleanup()
  user.modules = ['sessions']
  expect(open('person1')).toBeNull()
})
