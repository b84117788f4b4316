// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import type { SessionUser } from '@/lib/api-types'
import { useSetSessionUser } from '@/lib/session'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
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
  modules: [],
  isVerified: true,
  createdAt: '2026-01-01T00:00:00Z',
}

let setUser: (user: SessionUser | null) => void

function SessionSetter() {
  setUser = useSetSessionUser()
  return null
}

function openGate(admits: 'users' | 'admins') {
  render(
    <WithTexts pages={[builtInTexts('site')]}>
      <MemoryRouter initialEntries={['/account/billing?page=2']}>
        <SessionSetter />
        <Gate admits={admits}>the protected page</Gate>
      </MemoryRouter>
    </WithTexts>,
  )
}

describe('the gate of a protected page', () => {
  afterEach(cleanup)

  it('shows "Loading…" while the session is checked', () => {
    openGate('users')
    expect(screen.getByText('Loading…')).toBeTruthy()
    expect(screen.queryByText('the protected page')).toBeNull()
  })

  it('asks a visitor to sign in', async () => {
    openGate('users')
    act(() => setUser(null))
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Authentication Required')
    expect(screen.getByText('You need to be logged in to access this page. Please sign in to continue.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
      '/auth?redirect=%2Faccount%2Fbilling%3Fpage%3D2',
    )
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
  })

  it('admits a user to a page for users', async () => {
    openGate('users')
    act(() => setUser(member))
    expect(await screen.findByText('the protected page')).toBeTruthy()
  })

  it('says that the user is signed out after they sign out on the page', async () => {
    openGate('users')
    act(() => setUser(member))
    expect(await screen.findByText('the protected page')).toBeTruthy()
    act(() => setUser(null))
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('You are signed out')
    expect(screen.queryByText('the protected page')).toBeNull()
    expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(
      '/auth?redirect=%2Faccount%2Fbilling%3Fpage%3D2',
    )
  })

  it('refuses a user who is not an admin on a page for admins', async () => {
    openGate('admins')
    act(() => setUser(member))
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Admin Access Required')
    expect(
      screen.getByText(
        "You don't have sufficient privileges to access this page. This section is restricted to administrators only.",
      ),
    ).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
  })

  it('admits an admin to a page for admins', async () => {
    openGate('admins')
    act(() => setUser({ ...member, isAdmin: true }))
    expect(await screen.findByText('the protected page')).toBeTruthy()
  })
})
