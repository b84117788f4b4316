// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
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

test('a page that opens while the connection is being made receives changes', async () => {
  vi.stubGlobal('EventSource', FakeEventSource)
  let answer = (_: Response) => {}
  const subscribe = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)))
  vi.stubGlobal('fetch', subscribe)
  const first = vi.fn()
  const second = vi.fn()

  renderHook(() => useLive(['payments'], first))
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  const stream = FakeEventSource.opened[0] as FakeEventSource
  stream.send('PB_CONNECT', {})
  await waitFor(() => expect(subscribe).toHaveBeenCalled())
  const page = renderHook(() => useLive(['payments', 'mail'], second))
  await Promise.resolve()
  answer(new Response('{}'))
  await new Promise((resolve) => setTimeout(resolve))
  stream.send('console', { topic: 'payments' })
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).toHaveBeenCalledTimes(1)

  // Each page has its own topics. After a lost connection, the data of any of them may have changed.
  stream.send('console', { topic: 'mail' })
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).toHaveBeenCalledTimes(2)
  stream.onerror?.(new Event('error'))
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(2))
  const restored = FakeEventSource.opened[1] as FakeEventSource
  restored.send('PB_CONNECT', {})
  await waitFor(() => expect(subscribe).toHaveBeenCalledTimes(2))
  answer(new Response('{}'))
  await waitFor(() => expect(first).toHaveBeenCalledTimes(2))
  expect(second).toHaveBeenCalledTimes(3)

  page.unmount()
  restored.send('console', { topic: 'payments' })
  expect(second).toHaveBeenCalledTimes(3)
})
