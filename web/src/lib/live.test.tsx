// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useLive } from './live'

class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = []
  close = vi.fn()
  onerror?: (event: Event) => void
  constructor(readonly url: string) {
    super()
    FakeEventSource.opened.push(this)
  }
  send(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId: 'client1' }))
  }
}

afterEach(() => {
  FakeEventSource.opened = []
  vi.useRealTimers()
})

test('a page that opens while the connection is being made receives changes', async () => {
  vi.stubGlobal('EventSource', FakeEventSource)
  const answers: ((_: Response) => void)[] = []
  const subscribe = vi.fn(() => new Promise<Response>((resolve) => answers.push(resolve)))
  vi.stubGlobal('fetch', subscribe)
  const first = vi.fn()
  const second = vi.fn()
  const before = renderHook(() => useLive(first))
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  const stream = FakeEventSource.opened[0] as FakeEventSource
  stream.send('PB_CONNECT', {})
  await waitFor(() => expect(subscribe).toHaveBeenCalled())
  const page = renderHook(() => useLive(second))
  await new Promise((resolve) => setTimeout(resolve))
  for (const answer of answers) answer(new Response('{}'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  stream.send('console', {})
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).toHaveBeenCalledTimes(1)
  before.unmount()
  page.unmount()
  await new Promise((resolve) => setTimeout(resolve, 50))
})

test('reports changes once in a pause, and after a lost connection', async () => {
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('{}')),
  )
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const onChange = vi.fn()
  const page = renderHook(() => useLive(onChange))
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  const stream = FakeEventSource.opened[0] as FakeEventSource
  stream.send('PB_CONNECT', {})
  await waitFor(() => expect(fetch).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(100)
  expect(onChange).not.toHaveBeenCalled()

  stream.send('console', {})
  expect(onChange).toHaveBeenCalledTimes(1)
  stream.send('console', {})
  stream.send('console', {})
  expect(onChange).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(onChange).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onChange).toHaveBeenCalledTimes(2)

  // A tab in the background reads when it is visible again.
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  stream.send('console', {})
  expect(onChange).toHaveBeenCalledTimes(2)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(onChange).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(2_000)

  stream.onerror?.(new Event('error'))
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(2))
  const restored = FakeEventSource.opened[1] as FakeEventSource
  restored.send('PB_CONNECT', {})
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(4))

  page.unmount()
  restored.send('console', {})
  await vi.advanceTimersByTimeAsync(2_000)
  expect(onChange).toHaveBeenCalledTimes(4)
})
