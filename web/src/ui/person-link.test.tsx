// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { adminAccessQuery } from '@/lib/admin-access'
import { PersonLink, PersonPageLink } from './person-link'

afterEach(cleanup)

function show(routes: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(adminAccessQuery.queryKey, { role: 'reviewer', routes, switchedOff: [] })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PersonLink id="p1">Asha Rao</PersonLink>
        <PersonPageLink id="p1">Profile</PersonPageLink>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('shows the name without a link, and no link to the profile, for a role that may not read it', () => {
  show(['GET /api/nominations'])
  expect(screen.getByText('Asha Rao')).toBeTruthy()
  expect(screen.queryByText('Profile')).toBeNull()
  expect(screen.queryAllByRole('link')).toEqual([])
})

it('links to the page for a role that may read it', () => {
  show(['GET /api/people/{id}'])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/people/p1',
    '/admin/people/p1',
  ])
})
