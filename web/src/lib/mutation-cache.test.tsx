// @vitest-environment jsdom
import {
  QueryClient,
  QueryClientProvider,
  QueryObserver,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error'
import { areas } from './areas'
import { newMutationCache } from './mutation-cache'

const stored = ['console', 'settings']
const list = ['console', 'tiers']
const shownElsewhere = ['public', 'tiers']
const other = ['member', 'sessions']
const oneTime = ['invitation', 'token']

const call = vi.fn<(ids: string[]) => Promise<string>>()

let client: QueryClient
let mutation: UseMutationResult<string, Error, string[], unknown>

function Caller() {
  mutation = useMutation({
    mutationFn: call,
    onMutate: (ids, { client }) => {
      const before = client.getQueryData(list)
      client.setQueryData(list, ids)
      return () => client.setQueryData(list, before)
    },
    onSuccess: (answer, _ids, _undo, { client }) => client.setQueryData(stored, answer),
    onError: (_error, _ids, undo) => undo?.(),
  })
  return null
}

const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated

beforeEach(() => {
  call.mockReset().mockResolvedValue('answered')
  client = new QueryClient({ mutationCache: newMutationCache() })
  client.setQueryData(list, ['a', 'b'])
  client.setQueryData(shownElsewhere, [])
  client.setQueryData(other, {})
  client.setQueryData(oneTime, {})
  client.setQueryData(areas.adminSession, { via: 'admin' })
  render(
    <QueryClientProvider client={client}>
      <Caller />
    </QueryClientProvider>,
  )
})
afterEach(cleanup)

describe('a mutation', () => {
  it('stores the answer and makes everything stale, except the data of a link that works once', async () => {
    await act(() => mutation.mutateAsync(['b', 'a']))
    expect(client.getQueryData(stored)).toBe('answered')
    expect(isStale(list)).toBe(true)
    expect(isStale(shownElsewhere)).toBe(true)
    expect(isStale(other)).toBe(true)
    expect(isStale(oneTime)).toBe(false)
  })

  it('leaves public data alone if no admin has signed in', async () => {
    client.setQueryData(areas.adminSession, null)
    await act(() => mutation.mutateAsync(['b', 'a']))
    expect(isStale(other)).toBe(true)
    expect(isStale(shownElsewhere)).toBe(false)
  })

  it('reads nothing again if its meta says that it keeps the data', async () => {
    await act(() =>
      client
        .getMutationCache()
        .build(client, { mutationFn: call, meta: { keepsData: true } })
        .execute([]),
    )
    expect(isStale(list)).toBe(false)
  })

  it('shows its result immediately and reverts it if the server refuses it', async () => {
    let refuse: (error: Error) => void = () => {}
    call.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)))
    let done: Promise<unknown> = Promise.resolve()
    await act(async () => {
      done = mutation.mutateAsync(['b', 'a']).catch(() => {})
    })
    expect(client.getQueryData(list)).toEqual(['b', 'a'])
    await act(async () => {
      refuse(new ApiError(400, 'no'))
      await done
    })
    expect(client.getQueryData(list)).toEqual(['a', 'b'])
  })

  it.each([
    ['refetches when the data was out of date', 409, true],
    ['refetches when a second admin has to confirm', 202, true],
    ['refetches when no answer arrives', 0, true],
    ['refetches nothing when the server fails', 500, false],
  ])('%s', async (_name, status, isRefetched) => {
    call.mockRejectedValueOnce(new ApiError(status, 'no'))
    const plain = client.getMutationCache().build(client, { mutationFn: call })
    await act(() => plain.execute([]).catch(() => {}))
    expect(isStale(shownElsewhere)).toBe(isRefetched)
  })

  it('does not wait for the data when no answer arrives', async () => {
    const never = new QueryObserver(client, {
      queryKey: other,
      queryFn: () => new Promise(() => {}),
      staleTime: 60_000,
    })
    const stop = never.subscribe(() => {})
    call.mockRejectedValueOnce(new ApiError(0, 'no answer'))
    const plain = client.getMutationCache().build(client, { mutationFn: call })
    await expect(plain.execute([])).rejects.toThrow('no answer')
    expect(never.getCurrentResult().fetchStatus).toBe('fetching')
    stop()
  })
})
