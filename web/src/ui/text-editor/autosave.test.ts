import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { autosave, Collision, type Entries, newAutosave, overallStatus, statusOf, type Theirs } from './autosave'

const key = 'landing.hero.title'
const stored = (version: number, value: string): Theirs => ({ version, value, by: 'Asha', at: '' })
const loaded = autosave({}, { kind: 'loaded', key, saved: stored(3, 'one') })
const status = (entries: Entries) => entries[key] && statusOf(entries[key])

describe('the states of a text', () => {
  it('is saved until it is typed in', () => {
    expect(status(loaded)).toBe('saved')
    const typed = autosave(loaded, { kind: 'typed', key, value: 'two' })
    expect(status(typed)).toBe('unsaved')
    expect(status(autosave(typed, { kind: 'typed', key, value: 'one' }))).toBe('saved')
  })

  it('stays unsaved if the editor types during a save', () => {
    let entries = autosave(loaded, { kind: 'typed', key, value: 'two' })
    entries = autosave(entries, { kind: 'sent', key })
    expect(status(entries)).toBe('saving')
    entries = autosave(entries, { kind: 'typed', key, value: 'two and a half' })
    entries = autosave(entries, { kind: 'saved', key, version: 4 })
    expect(entries[key]).toEqual({ value: 'two and a half', saved: { version: 4, value: 'two' } })
    expect(status(entries)).toBe('unsaved')
  })

  it('follows a newer version that someone else saved', () => {
    expect(autosave(loaded, { kind: 'loaded', key, saved: stored(4, 'theirs') })[key]?.value).toBe('theirs')
    expect(autosave(loaded, { kind: 'loaded', key, saved: stored(3, 'old answer') })).toBe(loaded)
  })

  it('keeps both texts when two editors collide, until one is chosen', () => {
    let entries = autosave(loaded, { kind: 'typed', key, value: 'mine' })
    entries = autosave(entries, { kind: 'loaded', key, saved: stored(4, 'theirs') })
    expect(status(entries)).toBe('conflict')
    expect(entries[key]).toMatchObject({ value: 'mine', theirs: { value: 'theirs', by: 'Asha' } })
    const mine = autosave(entries, { kind: 'chosen', key, value: 'mine' })
    expect(mine[key]).toEqual({ value: 'mine', saved: { version: 4, value: 'theirs' } })
    expect(status(mine)).toBe('unsaved')
    expect(status(autosave(entries, { kind: 'chosen', key, value: 'theirs' }))).toBe('saved')
  })

  it('is no conflict if both wrote the same', () => {
    const entries = autosave(loaded, { kind: 'typed', key, value: 'same' })
    expect(status(autosave(entries, { kind: 'loaded', key, saved: stored(4, 'same') }))).toBe('saved')
    const sent = autosave(entries, { kind: 'sent', key })
    expect(status(autosave(sent, { kind: 'collided', key, theirs: stored(4, 'same') }))).toBe('saved')
  })

  it('shows the most urgent status of all texts', () => {
    expect(overallStatus({})).toBe('saved')
    const failed = autosave(loaded, { kind: 'failed', key, problem: { message: 'Too long', isTemporary: false } })
    const both = autosave(failed, { kind: 'loaded', key: 'other', saved: stored(1, '') })
    expect(overallStatus(both)).toBe('failed')
    expect(overallStatus(autosave(both, { kind: 'forgotten', keys: [key] }))).toBe('saved')
  })
})

describe('saving', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function start(save: (key: string, version: number, value: string) => Promise<number>) {
    const texts = newAutosave({
      save,
      problemOf: (error) => ({ message: String(error), isTemporary: true }),
      onChange: () => {},
    })
    texts.loaded(key, stored(3, 'one'))
    return texts
  }

  it('saves once after a pause, on top of the version that was loaded', async () => {
    const save = vi.fn(async (_key: string, version: number) => version + 1)
    const texts = start(save)
    texts.typed(key, 'o')
    await vi.advanceTimersByTimeAsync(900)
    texts.typed(key, 'two')
    await vi.advanceTimersByTimeAsync(900)
    expect(save).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(save.mock.calls).toEqual([[key, 3, 'two']])
    texts.typed(key, 'three')
    await texts.flush()
    expect(save.mock.lastCall).toEqual([key, 4, 'three'])
    expect(overallStatus(texts.entries())).toBe('saved')
  })

  it('sends the next words when the save before is answered, never two at a time', async () => {
    const answers: ((version: number) => void)[] = []
    const save = vi.fn(() => new Promise<number>((resolve) => answers.push(resolve)))
    const texts = start(save)
    texts.typed(key, 'two')
    const flushed = texts.flush()
    texts.typed(key, 'three')
    await vi.advanceTimersByTimeAsync(2000)
    expect(save).toHaveBeenCalledTimes(1)
    answers[0]?.(4)
    await vi.advanceTimersByTimeAsync(0)
    expect(save.mock.lastCall).toEqual([key, 4, 'three'])
    answers[1]?.(5)
    await flushed
    expect(overallStatus(texts.entries())).toBe('saved')
  })

  it('tries again after a failure, and does not save during a conflict', async () => {
    const save = vi.fn<(key: string, version: number, value: string) => Promise<number>>()
    save.mockRejectedValueOnce(new Error('offline'))
    save.mockRejectedValueOnce(new Collision(stored(7, 'theirs')))
    save.mockResolvedValueOnce(8)
    const texts = start(save)
    texts.typed(key, 'mine')
    await vi.advanceTimersByTimeAsync(1000)
    expect(overallStatus(texts.entries())).toBe('failed')
    await vi.advanceTimersByTimeAsync(15_000)
    expect(overallStatus(texts.entries())).toBe('conflict')
    texts.typed(key, 'mine, longer')
    await texts.flush()
    expect(save).toHaveBeenCalledTimes(2)
    await texts.chosen(key, 'mine, longer')
    expect(save.mock.lastCall).toEqual([key, 7, 'mine, longer'])
    expect(overallStatus(texts.entries())).toBe('saved')
  })
})
