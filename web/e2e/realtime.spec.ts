import PocketBase from 'pocketbase'
import { expect, test } from './site'

type Listener = (event: MessageEvent) => void

/** The part of EventSource that PocketBase's SDK uses, which Node lacks: one stream, without reconnecting. */
class FetchEventSource {
  onerror: ((error: unknown) => void) | null = null
  private listeners = new Map<string, Set<Listener>>()
  private stop = new AbortController()

  constructor(url: string) {
    this.read(url).catch((error) => {
      if (!this.stop.signal.aborted) this.onerror?.(error)
    })
  }

  addEventListener(name: string, listener: Listener) {
    const all = this.listeners.get(name) ?? new Set()
    this.listeners.set(name, all.add(listener))
  }

  removeEventListener(name: string, listener: Listener) {
    this.listeners.get(name)?.delete(listener)
  }

  close() {
    this.stop.abort()
  }

  private async read(url: string) {
    const answer = await fetch(url, { headers: { Accept: 'text/event-stream' }, signal: this.stop.signal })
    if (!answer.ok || !answer.body) throw new Error(`the stream answers ${answer.status}`)
    let rest = ''
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + chunk).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) this.tell(event)
    }
    throw new Error('the stream has ended')
  }

  private tell(event: string) {
    const field = (name: string) =>
      event
        .split('\n')
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim() ?? ''
    const message = new MessageEvent(field('event'), { data: field('data'), lastEventId: field('id') })
    for (const listener of this.listeners.get(field('event')) ?? []) listener(message)
  }
}

test.beforeAll(() => {
  Object.assign(globalThis, { EventSource: FetchEventSource })
})

test("a superuser receives changes through PocketBase's SDK", async ({ site }) => {
  const client = new PocketBase(site.url)
  const email = 'demo@boardcircle.example'
  await client.collection('_superusers').authWithPassword(email, 'Boardcircle-Demo-1')
  const changes: string[] = []
  const tiers = client.collection('membership_tiers')
  const stop = await tiers.subscribe('*', ({ action, record }) => changes.push(`${action} ${record.name}`))
  const tier = await tiers.getFirstListItem('', { sort: 'sortOrder' })
  await tiers.update(tier.id, { name: `${tier.name} changed` })
  await expect.poll(() => changes).toEqual([`update ${tier.name} changed`])
  await tiers.update(tier.id, { name: tier.name })
  await expect.poll(() => changes).toHaveLength(2)
  await stop()
})

test('a visitor is refused', async ({ site }) => {
  const visitor = new PocketBase(site.url)
  await expect(visitor.collection('membership_tiers').subscribe('*', () => {})).rejects.toMatchObject({ status: 401 })
})
