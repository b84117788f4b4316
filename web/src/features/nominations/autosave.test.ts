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
  it('saves three seconds after a change, whatever was changed', async () => {
    type({ city: 'Pune' })
    await seconds(2.9)
    expect(saved()).toEqual([])
    await seconds(0.1)
    expect(saved()).toEqual(['Pune'])
    expect(states).toEqual([{ status: 'saving' }, { status: 'saved', at: '14:02' }])
  })

  it('waits for a pause, but saves every ten seconds while there is none', async () => {
    for (let count = 1; count <= 12; count++) {
      type({ name: 'A'.repeat(count) })
      await seconds(1)
    }
    expect(saved()).toEqual(['A'.repeat(10)])
  })

  it('saves at the regular interval only if the form is worth it', async () => {
    content = { name: '', city: 'Pune' }
    await seconds(30)
    expect(saved()).toEqual([])
    content = { name: 'Asha', city: 'Pune' }
    await seconds(10)
    expect(saved()).toEqual(['Asha'])
  })

  it('has nothing to save while the form is as new', async () => {
    type({ city: 'P' })
    type({ city: '' })
    await seconds(30)
    expect(saved()).toEqual([])
  })

  it('does not send again what the server has', async () => {
    type({ name: 'Asha' })
    await seconds(60)
    expect(saved()).toEqual(['Asha'])
  })

  it('tries again after a failure, and says both', async () => {
    save.mockRejectedValueOnce(new Error('offline'))
    type({ name: 'Asha' })
    await seconds(3)
    expect(states.at(-1)).toEqual({ status: 'failed' })
    await seconds(7)
    expect(states.at(-1)).toEqual({ status: 'saved', at: '14:02' })
  })

  it('never has two savings under way, and saves what was typed meanwhile', async () => {
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

  it('sends nothing while it is held, and what was typed meanwhile once it is released', async () => {
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

  it('can be waited for', async () => {
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

  it('has nothing to send when the page is left with all saved', async () => {
    type({ name: 'Asha' })
    await seconds(3)
    autosave.leave()
    expect(sendOnLeave).not.toHaveBeenCalled()
  })

  it('takes a restored draft for saved', async () => {
    type({ name: 'Asha' })
    autosave.setKnown(content)
    await seconds(20)
    expect(saved()).toEqual([])
  })

  it('is silent for ever once it has ended', async () => {
    type({ name: 'Asha' })
    autosave.end()
    type({ name: 'Asha Rao' })
    autosave.release('unread')
    await seconds(60)
    autosave.leave()
    expect(saved()).toEqual([])
    expect(sendOnLeave).not.toHaveBeenCalled()
  })

  it('does not take for saved what was sent on leave before the answer came', async () => {
    sendOnLeave.mockRejectedValueOnce(new Error('offline'))
    type({ name: 'Asha' })
    autosave.leave()
    await seconds(0)
    expect(states.at(-1)).toEqual({ status: 'failed' })
    await seconds(3)
    expect(saved()).toEqual(['Asha'])
    expect(states.at(-1)).toEqual({ status: 'saved', at: '14:02' })
  })

  it('saves nothing again that arrived on leave', async () => {
    type({ name: 'Asha' })
    autosave.leave()
    await seconds(30)
    expect(saved()).toEqual([])
    expect(states).toEqual([{ status: 'saved', at: '14:02' }])
  })

  it('stores changes on this device while an earlier draft is unread, and says so', async () => {
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

  it('closed while an earlier draft is unread, stores what was typed on this device', async () => {
    autosave.hold('unread')
    type({ name: 'Asha' })
    await autosave.close()
    expect(store.mock.calls).toEqual([[{ name: 'Asha', city: '' }]])
    expect(sendOnLeave).not.toHaveBeenCalled()
  })

  it('stays held as long as there is one reason', async () => {
    autosave.hold('unread')
    await autosave.pause()
    type({ name: 'Asha' })
    autosave.release('paused')
    await seconds(20)
    expect(saved()).toEqual([])
  })

  it('closed, tries again until it has arrived, and can be waited for', async () => {
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

  it('closed while the form is being sent, waits for how that ends', async () => {
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

  it('closed while the form is being sent, sends nothing once it was taken', async () => {
    type({ name: 'Asha' })
    await autosave.pause()
    const closed = vi.fn()
    autosave.close().then(closed)
    autosave.end()
    await seconds(60)
    expect(sendOnLeave).not.toHaveBeenCalled()
    expect(closed).toHaveBeenCalled()
  })

  it('does not save what the page has filled in by itself', async () => {
    autosave.prefill(() => type({ name: 'Asha' }))
    await seconds(60)
    autosave.leave()
    expect(save).not.toHaveBeenCalled()
    expect(sendOnLeave).not.toHaveBeenCalled()
    type({ city: 'Pune' })
    await seconds(5)
    expect(saved()).toEqual(['Asha'])
  })

  it('saves what was typed before the page filled in more', async () => {
    type({ city: 'Pune' })
    autosave.prefill(() => type({ name: 'Asha' }))
    await seconds(5)
    expect(saved()).toEqual(['Asha'])
  })
})
