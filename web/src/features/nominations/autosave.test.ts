import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Autosave, type SaveState, startAutosave } from './autosave'

type Content = { name: string; city: string }

let content: Content
let states: SaveState[]
let autosave: Autosave<Content>
const save = vi.fn<(content: Content) => Promise<string>>()
const sendOnLeave = vi.fn<(content: Content) => Promise<string>>()
const store = vi.fn<(content: Content) => void>()

function type(more: Partial<Content>) {
  content = { ...content, ...more }
  autosave.changed()
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const saved = () => save.mock.calls.map(([each]) => each.name || each.city)

beforeEach(() => {
  vi.useFakeTimers()
  content = { name: '', city: '' }
  states = []
  save.mockReset().mockResolvedValue('14:02')
  sendOnLeave.mockReset().mockResolvedValue('14:02')
  store.mockReset()
  autosave = startAutosave({
    blank: { name: '', city: '' },
    read: () => content,
    isWorthIt: ({ name }) => name !== '',
    save,
    sendOnLeave,
    store,
    tell: (state) => states.push(state),
  })
})
afterEach(() => {
  autosave.end()
  vi.useRealTimers()
})

describe('autosave', () => {
  it('saves three seconds after a change to any field', async () => {
    type({ city: 'Pune' })
    await seconds(2.9)
    expect(saved()).toEqual([])
    await seconds(0.1)
    expect(saved()).toEqual(['Pune'])
    expect(states).toEqual([{ status: 'saving' }, { status: 'saved', at: '14:02' }])
  })

  it('waits for a pause in typing, but saves at least every ten seconds', async () => {
    for (let count = 1; count <= 12; count++) {
      type({ name: 'A'.repeat(count) })
      await seconds(1)
    }
    expect(saved()).toEqual(['A'.repeat(10)])
  })

  it('saves at the regular interval only if the form is worth saving', async () => {
    content = { name: '', city: 'Pune' }
    await seconds(30)
    expect(saved()).toEqual([])
    content = { name: 'Asha', city: 'Pune' }
    await seconds(10)
    expect(saved()).toEqual(['Asha'])
  })

  it('saves nothing while the form is unchanged', async () => {
    type({ city: 'P' })
    type({ city: '' })
    await seconds(30)
    expect(saved()).toEqual([])
  })

  it('does not save the same content twice', async () => {
    type({ name: 'Asha' })
    await seconds(60)
    expect(saved()).toEqual(['Asha'])
  })

  it('retries after a failure, and reports both results', async () => {
    save.mockRejectedValueOnce(new Error('offline'))
    type({ name: 'Asha' })
    await seconds(3)
    expect(states.at(-1)).toEqual({ status: 'failed' })
    await seconds(7)
    expect(states.at(-1)).toEqual({ status: 'saved', at: '14:02' })
  })

  it('runs one save at a time, and then saves what was typed meanwhile', async () => {
    let answer: (at: string) => void = () => {}
    save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    type({ name: 'Asha' })
    await seconds(3)
    type({ name: 'Asha Rao' })
    await seconds(20)
    expect(saved()).toEqual(['Asha'])
    answer('14:02')
    await seconds(3)
    expect(saved()).toEqual(['Asha', 'Asha Rao'])
  })

  it('sends nothing while it is held, and saves the changes once it is released', async () => {
    autosave.hold('unread')
    type({ name: 'Asha' })
    await seconds(20)
    autosave.leave()
    expect(saved()).toEqual([])
    expect(sendOnLeave).not.toHaveBeenCalled()
    autosave.release('unread')
    await seconds(3)
    expect(saved()).toEqual(['Asha'])
  })

  it('is paused once the running save has finished', async () => {
    let answer: (at: string) => void = () => {}
    save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    type({ name: 'Asha' })
    await seconds(3)
    const settled = vi.fn()
    autosave.pause().then(settled)
    await seconds(5)
    expect(settled).not.toHaveBeenCalled()
    answer('14:02')
    await seconds(0)
    expect(settled).toHaveBeenCalled()
  })

  it('sends unsaved changes once when the page is left', () => {
    type({ name: 'Asha' })
    autosave.leave()
    autosave.leave()
    expect(sendOnLeave.mock.calls).toEqual([[{ name: 'Asha', city: '' }]])
  })

  it('sends nothing when the page is left and everything is saved', async () => {
    type({ name: 'Asha' })
    await seconds(3)
    autosave.leave()
    expect(sendOnLeave).not.toHaveBeenCalled()
  })

  it('treats a restored draft as saved', async () => {
    type({ name: 'Asha' })
    autosave.setKnown(content)
    await seconds(20)
    expect(saved()).toEqual([])
  })

  it('sends nothing after it has ended', async () => {
    type({ name: 'Asha' })
    autosave.end()
    type({ name: 'Asha Rao' })
    autosave.release('unread')
    await seconds(60)
    autosave.leave()
    expect(saved()).toEqual([])
    expect(sendOnLeave).not.toHaveBeenCalled()
  })

  it('saves again if the request on leave fails', async () => {
    sendOnLeave.mockRejectedValueOnce(new Error('offline'))
    type({ name: 'Asha' })
    autosave.leave()
    await seconds(0)
    expect(states.at(-1)).toEqual({ status: 'failed' })
    await seconds(3)
    expect(saved()).toEqual(['Asha'])
    expect(states.at(-1)).toEqual({ status: 'saved', at: '14:02' })
  })

  it('does not save again what the request on leave has saved', async () => {
    type({ name: 'Asha' })
    autosave.leave()
    await seconds(30)
    expect(saved()).toEqual([])
    expect(states).toEqual([{ status: 'saved', at: '14:02' }])
  })

  it('stores changes on this device while an earlier draft is unread, and reports it', async () => {
    autosave.hold('unread')
    type({ name: 'Asha' })
    await seconds(3)
    expect(states).toEqual([{ status: 'failed' }])
    expect(store.mock.lastCall).toEqual([{ name: 'Asha', city: '' }])
    type({ city: 'Pune' })
    autosave.leave()
    expect(store.mock.lastCall).toEqual([{ name: 'Asha', city: 'Pune' }])
    expect(saved()).toEqual([])
    expect(sendOnLeave).not.toHaveBeenCalled()
  })

  it('stores the changes on this device if it is closed while an earlier draft is unread', async () => {
    autosave.hold('unread')
    type({ name: 'Asha' })
    await autosave.close()
    expect(store.mock.calls).toEqual([[{ name: 'Asha', city: '' }]])
    expect(sendOnLeave).not.toHaveBeenCalled()
  })

  it('stays held until every reason is released', async () => {
    autosave.hold('unread')
    await autosave.pause()
    type({ name: 'Asha' })
    autosave.release('paused')
    await seconds(20)
    expect(saved()).toEqual([])
  })

  it('retries after it is closed, and resolves once the content is saved', async () => {
    sendOnLeave.mockRejectedValueOnce(new Error('offline'))
    type({ name: 'Asha' })
    const closed = vi.fn()
    autosave.close().then(closed)
    content = { name: '', city: '' }
    await seconds(9)
    expect(closed).not.toHaveBeenCalled()
    await seconds(1)
    expect(closed).toHaveBeenCalled()
    expect(sendOnLeave.mock.calls.map(([{ name }]) => name)).toEqual(['Asha', 'Asha'])
  })

  it('waits for the result of a submission if it is closed meanwhile', async () => {
    type({ name: 'Asha' })
    await autosave.pause()
    const closed = vi.fn()
    autosave.close().then(closed)
    await seconds(20)
    expect(sendOnLeave).not.toHaveBeenCalled()
    expect(closed).not.toHaveBeenCalled()
    autosave.release('paused')
    await seconds(0)
    expect(sendOnLeave.mock.calls).toEqual([[{ name: 'Asha', city: '' }]])
    expect(closed).toHaveBeenCalled()
  })

  it('sends nothing if it is closed during a submission that succeeds', async () => {
    type({ name: 'Asha' })
    await autosave.pause()
    const closed = vi.fn()
    autosave.close().then(closed)
    autosave.end()
    await seconds(60)
    expect(sendOnLeave).not.toHaveBeenCalled()
    expect(closed).toHaveBeenCalled()
  })

  it('does not save answers that only the page has filled in', async () => {
    autosave.prefill(() => type({ name: 'Asha' }))
    await seconds(60)
    autosave.leave()
    expect(save).not.toHaveBeenCalled()
    expect(sendOnLeave).not.toHaveBeenCalled()
    type({ city: 'Pune' })
    await seconds(5)
    expect(saved()).toEqual(['Asha'])
  })

  it('saves what was typed before the page filled in other answers', async () => {
    type({ city: 'Pune' })
    autosave.prefill(() => type({ name: 'Asha' }))
    await seconds(5)
    expect(saved()).toEqual(['Asha'])
  })
})
