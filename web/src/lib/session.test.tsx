// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from './api'
import { ApiError } from './api-error'
import type { SessionUser } from './api-types'
import { areas } from './areas'
import {
  hasAdminHint,
  hasSessionHint,
  isAdmin,
  sessionChannel,
  useLoadSession,
  useSession,
  useSetSessionUser,
} from './session'
import { onlyOnlineEndsThePause } from './wait-fixture'

vi.mock('./api', () => ({ call: vi.fn() }))

const server = vi.mocked(call as (route: string) => Promise<unknown>)
const asha = { name: 'Asha Rao', isAdmin: false } as SessionUser
const unreachable = new ApiError(0, 'The server could not be reached.')

let client: QueryClient
let setUser: (user: SessionUser | null) => void

function SessionStatus() {
  useLoadSession()
  setUser = useSetSessionUser()
  const { status, user } = useSession()
  return (
    <p>
      {status} {user?.name}
    </p>
  )
}

function open() {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  render(
    <QueryClientProvider client={client}>
      <SessionStatus />
    </QueryClientProvider>,
  )
}

const otherTab = () => new BroadcastChannel(sessionChannel)

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie beside the session cookie
  document.cookie = 'signed_in=1'
  server.mockReset().mockResolvedValue(asha)
})
afterEach(cleanup)

describe('the session', () => {
  it('is requested only if the cookie signed_in is set', () => {
    expect(hasSessionHint('')).toBe(false)
    expect(hasSessionHint('theme=ink; signed_in=1')).toBe(true)
    expect(hasSessionHint('not_signed_in=1')).toBe(false)
  })

  it('of an admin has a cookie of its own', () => {
    expect(hasAdminHint('signed_in=1')).toBe(false)
    expect(hasAdminHint('theme=ink; admin_signed_in=1')).toBe(true)
    expect(hasSessionHint('admin_signed_in=1')).toBe(false)
  })

  it('belongs to an admin only if isAdmin is true', () => {
    expect(isAdmin(null)).toBe(false)
    expect(isAdmin({ isAdmin: false } as SessionUser)).toBe(false)
    expect(isAdmin({ isAdmin: true } as SessionUser)).toBe(true)
  })

  it('is loading, then authenticated, and sets an attribute of the document', async () => {
    open()
    expect(screen.getByText('loading')).toBeTruthy()
    await screen.findByText('authenticated Asha Rao')
    expect(document.documentElement.dataset.session).toBe('authenticated')
  })

  it('is anonymous without a request if there is no cookie', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    document.cookie = 'signed_in=; max-age=0'
    open()
    await screen.findByText('anonymous')
    expect(server).not.toHaveBeenCalled()
  })

  it('is anonymous while the server cannot be reached, and is requested again as soon as the network is back', async () => {
    onlyOnlineEndsThePause()
    server.mockRejectedValueOnce(unreachable)
    open()
    await screen.findByText('anonymous')
    window.dispatchEvent(new Event('online'))
    await screen.findByText('authenticated Asha Rao')
    expect(server).toHaveBeenCalledTimes(2)
  })

  it('stays authenticated after one failed request', async () => {
    open()
    await screen.findByText('authenticated Asha Rao')
    server.mockRejectedValueOnce(unreachable)
    await act(() => client.refetchQueries({ queryKey: areas.user }))
    expect(screen.getByText('authenticated Asha Rao')).toBeTruthy()
  })

  it('follows a sign-out in another tab, and deletes the data that was read while signed in', async () => {
    open()
    await screen.findByText('authenticated Asha Rao')
    client.setQueryData(areas.membership, 'private')
    client.setQueryData(areas.config, 'public')
    server.mockRejectedValueOnce(new ApiError(401, 'Not signed in.'))
    otherTab().postMessage(0)
    await screen.findByText('anonymous')
    expect(client.getQueryData(areas.membership)).toBeUndefined()
    expect(client.getQueryData(areas.config)).toBe('public')
  })

  it('is not requested by the tab that has changed it, and an older answer does not undo the change', async () => {
    let answer: (user: SessionUser) => void = () => {}
    server.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    open()
    act(() => setUser(null))
    await waitFor(() => expect(screen.getByText('anonymous')).toBeTruthy())
    await act(async () => answer(asha))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.getByText('anonymous')).toBeTruthy()
    expect(server).toHaveBeenCalledTimes(1)
  })
})
