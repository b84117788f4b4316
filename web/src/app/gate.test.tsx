// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import type { SessionUser } from '@/lib/api-types'
import { useSetSessionUser } from '@/lib/session'
import { Gate } from './gate'

const member: SessionUser = {
  id: 'u1',
  name: 'Meera Sanyal',
  email: 'meera@example.com',
  phone: '+912240001234',
  location: 'Mumbai, Maharashtra',
  requestType: 'membership',
  isAdmin: false,
  isActive: true,
  isMember: true,
  createdAt: '2026-01-01T00:00:00Z',
}

let arrive: (user: SessionUser | null) => void

function Arrivals() {
  arrive = useSetSessionUser()
  return null
}

function openGate(admits: 'users' | 'admins') {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/account/billing?page=2']}>
        <Arrivals />
        <Gate admits={admits}>the protected page</Gate>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

describe('the gate of a protected page', () => {
  afterEach(cleanup)

  it('waits while the session is checked', () => {
    openGate('users')
    expect(screen.getByText('Loading…')).toBeTruthy()
    expect(screen.queryByText('the protected page')).toBeNull()
  })

  it('asks an anonymous visitor to sign in', async () => {
    openGate('users')
    act(() => arrive(null))
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Authentication Required')
    expect(screen.getByText('You need to be logged in to access this page. Please sign in to continue.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
      '/auth?redirect=%2Faccount%2Fbilling%3Fpage%3D2',
    )
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
  })

  it('lets a user in where a login is enough', async () => {
    openGate('users')
    act(() => arrive(member))
    expect(await screen.findByText('the protected page')).toBeTruthy()
  })

  it('says goodbye to who signs out there', async () => {
    openGate('users')
    act(() => arrive(member))
    expect(await screen.findByText('the protected page')).toBeTruthy()
    act(() => arrive(null))
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('You are signed out')
    expect(screen.queryByText('the protected page')).toBeNull()
    expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(
      '/auth?redirect=%2Faccount%2Fbilling%3Fpage%3D2',
    )
  })

  it('refuses a user who is no admin where one is asked for', async () => {
    openGate('admins')
    act(() => arrive(member))
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Admin Access Required')
    expect(
      screen.getByText(
        "You don't have sufficient privileges to access this page. This section is restricted to administrators only.",
      ),
    ).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
  })

  it('lets an admin in', async () => {
    openGate('admins')
    act(() => arrive({ ...member, isAdmin: true }))
    expect(await screen.findByText('the protected page')).toBeTruthy()
  })
})
