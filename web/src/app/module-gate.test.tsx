// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { Config, Tier } from '@/lib/api-types'
import { ConfigContext } from '@/lib/config'
import { moduleGate } from './module-gate'

const { call, user } = vi.hoisted(() => ({ call: vi.fn(), user: { isMember: true, modules: ['sessions'] } }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
vi.mock('@/lib/session', () => ({ useSession: () => ({ status: 'authenticated', user }) }))
afterEach(cleanup)

const tier = (name: string, ...modules: string[]) => ({
  name,
  id: name,
  slug: name.toLowerCase(),
  modules,
  isActive: true,
})

function open(tiers: Partial<Tier>[], hasOwnHeading?: true) {
  call.mockResolvedValue(tiers)
  const page = { path: '/', Component: () => 'The notes', handle: { hasOwnHeading } }
  const router = createMemoryRouter([{ Component: moduleGate('library'), children: [page] }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigContext value={{ modules: ['sessions', 'library'] } as Config}>
        <RouterProvider router={router} />
      </ConfigContext>
    </QueryClientProvider>,
  )
}

it('says that the plan does not include the module, and leads to the plans that do', async () => {
  open([tier('Month', 'sessions'), tier('Year', 'library'), tier('Life', 'library')] as Tier[])
  expect(screen.getByRole('heading', { level: 2, name: 'Your plan does not include the library.' })).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Year' })).getAttribute('href')).toBe('/membership-plans#tier-year')
  expect(screen.getByText(/You have the library with/).textContent).toBe('You have the library with Year or Life.')
  expect(screen.queryByText('The notes')).toBeNull()
})

it('says if no plan on sale includes it, and is the heading of a page of one record', async () => {
  open([tier('Month', 'sessions')] as Tier[], true)
  expect(await screen.findByText('No plan on sale includes the library.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Send an enquiry' })).toBeTruthy()
})

it('shows the page to members whose plan includes it, and to people who are no members', () => {
  user.modules = ['library']
  open([])
  expect(screen.getByText('The notes')).toBeTruthy()
  cleanup()
  Object.assign(user, { isMember: false, modules: [] })
  open([])
  expect(screen.getByText('The notes')).toBeTruthy()
})
