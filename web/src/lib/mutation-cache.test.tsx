// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error'
import { newMutationCache } from './mutation-cache'

const stored = ['console', 'settings']
const list = ['console', 'tiers']
const shownElsewhere = ['public', 'tiers']
const other = ['console', 'emails']

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
    meta: { invalidates: [list, shownElsewhere] },
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
  render(
    <QueryClientProvider client={client}>
      <Caller />
    </QueryClientProvider>,
  )
})
afterEach(cleanup)

describe('a mutation', () => {
  it('stores the answer and invalidates only the keys in its meta', async () => {
    await act(() => mutation.mutateAsync(['b', 'a']))
    expect(client.getQueryData(stored)).toBe('answered')
    expect(isStale(list)).toBe(true)
    expect(isStale(shownElsewhere)).toBe(true)
    expect(isStale(other)).toBe(false)
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
    ['refetches nothing when the server fails', 500, false],
  ])('%s', async (_name, status, isRefetched) => {
    call.mockRejectedValueOnce(new ApiError(status, 'no'))
    const plain = client.getMutationCache().build(client, { mutationFn: call, meta: { invalidates: [shownElsewhere] } })
    await act(() => plain.execute([]).catch(() => {}))
    expect(isStale(shownElsewhere)).toBe(isRefetched)
  })
})
