// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, type UseMutationResult } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error'
import { staleAfter, useServerMutation } from './mutation'
import { queryKeys } from './query-keys'

const call = vi.fn<(ids: string[]) => Promise<string>>()

let client: QueryClient
let mutation: UseMutationResult<string, Error, string[], unknown>

function Caller() {
  mutation = useServerMutation('reorderTiers', call, {
    store: (client, answer) => client.setQueryData(queryKeys.settings, answer),
    optimistic: (client, ids) => {
      const before = client.getQueryData(queryKeys.allTiers)
      client.setQueryData(queryKeys.allTiers, ids)
      return () => client.setQueryData(queryKeys.allTiers, before)
    },
  })
  return null
}

const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated

beforeEach(() => {
  call.mockReset().mockResolvedValue('answered')
  client = new QueryClient()
  client.setQueryData(queryKeys.allTiers, ['a', 'b'])
  client.setQueryData(queryKeys.tiers, [])
  client.setQueryData(queryKeys.emailCounts, {})
  render(
    <QueryClientProvider client={client}>
      <Caller />
    </QueryClientProvider>,
  )
})
afterEach(cleanup)

describe('a mutation', () => {
  it('stores the answer and marks as stale what the table says, and nothing else', async () => {
    await act(() => mutation.mutateAsync(['b', 'a']))
    expect(client.getQueryData(queryKeys.settings)).toBe('answered')
    expect(isStale(queryKeys.allTiers)).toBe(true)
    expect(isStale(queryKeys.tiers)).toBe(true)
    expect(isStale(queryKeys.emailCounts)).toBe(false)
  })

  it('shows its result at once and takes it back when it is refused', async () => {
    let refuse: (error: Error) => void = () => {}
    call.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)))
    let done: Promise<unknown> = Promise.resolve()
    await act(async () => {
      done = mutation.mutateAsync(['b', 'a']).catch(() => {})
    })
    expect(client.getQueryData(queryKeys.allTiers)).toEqual(['b', 'a'])
    await act(async () => {
      refuse(new ApiError(400, 'no'))
      await done
    })
    expect(client.getQueryData(queryKeys.allTiers)).toEqual(['a', 'b'])
  })
})

describe('the table of query keys', () => {
  const keys = Object.values(queryKeys).map((key) =>
    JSON.stringify(typeof key === 'function' ? key('id' as never, {}) : key),
  )

  it('has no key twice', () => expect(new Set(keys).size).toBe(keys.length))

  it('names only its own keys as stale', () => {
    for (const stale of Object.values(staleAfter).flat()) expect(keys).toContain(JSON.stringify(stale))
  })
})
