/** A value of a text on the server. Each write increases its version. */
type Saved = { version: number; value: string }

/** What another editor saved while this one was typing. */
export type Theirs = Saved & { by: string; at: string }

/** A text that is or was edited in this window. */
export type Entry = {
  /** What the editor has typed. */
  value: string
  saved: Saved
  /** The value that is being saved. */
  sending?: string
  problem?: Problem
  /** The text was changed by someone else. It is not saved until the editor has chosen. */
  theirs?: Theirs
}

/** Why the last save failed, and whether the same value may succeed later. */
type Problem = { message: string; isTemporary: boolean }

export type Entries = Readonly<Record<string, Entry>>

export type AutosaveEvent =
  | { kind: 'loaded'; key: string; saved: Theirs }
  | { kind: 'typed'; key: string; value: string }
  | { kind: 'sent'; key: string }
  | { kind: 'saved'; key: string; version: number }
  | { kind: 'failed'; key: string; problem: Problem }
  | { kind: 'collided'; key: string; theirs: Theirs }
  | { kind: 'chosen'; key: string; value: string }
  | { kind: 'forgotten'; keys: readonly string[] }

/**
 * The states of a text while it is edited:
 *
 *	saved --typed--> unsaved --sent--> saving --saved--> saved, or unsaved if the editor typed in the meantime
 *	saving --failed--> failed --typed or sent--> unsaved or saving
 *	saving --collided--> conflict --chosen--> saved or unsaved, on top of the other editor's version
 *	unsaved --loaded with a newer version--> conflict
 */
export function autosave(entries: Entries, event: AutosaveEvent): Entries {
  if (event.kind === 'forgotten')
    return Object.fromEntries(Object.entries(entries).filter(([key]) => !event.keys.includes(key)))
  const before = entries[event.key]
  const after = before ? step(before, event) : event.kind === 'loaded' ? entryOf(event.saved) : undefined
  return after && after !== before ? { ...entries, [event.key]: after } : entries
}

function entryOf({ version, value }: Saved): Entry {
  return { value, saved: { version, value } }
}

function step(entry: Entry, event: Exclude<AutosaveEvent, { kind: 'forgotten' }>): Entry {
  const { value, saved, sending, theirs } = entry
  switch (event.kind) {
    case 'loaded':
      // Ignore what was loaded during a save, and what is not newer than the last save.
      if (sending !== undefined || event.saved.version <= saved.version) return entry
      if (value === saved.value || value === event.saved.value) return entryOf(event.saved)
      return { ...entry, theirs: event.saved }
    case 'typed':
      return { ...entry, value: event.value, problem: undefined }
    case 'sent':
      return { ...entry, sending: value, problem: undefined }
    case 'saved':
      return { value, saved: { version: event.version, value: sending ?? value } }
    case 'failed':
      return { value, saved, theirs, problem: event.problem }
    case 'collided':
      if (event.theirs.value === value) return entryOf(event.theirs)
      return { value, saved, theirs: event.theirs }
    case 'chosen':
      return theirs ? { value: event.value, saved: { version: theirs.version, value: theirs.value } } : entry
  }
}

export type Status = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

export function statusOf({ value, saved, sending, problem, theirs }: Entry): Status {
  if (theirs) return 'conflict'
  if (sending !== undefined) return 'saving'
  if (problem) return 'failed'
  return value === saved.value ? 'saved' : 'unsaved'
}

const urgency: readonly Status[] = ['conflict', 'failed', 'saving', 'unsaved', 'saved']

/** The status to show for all texts together: the most urgent one. */
export function overallStatus(entries: Entries): Status {
  const statuses = new Set(Object.values(entries).map(statusOf))
  return urgency.find((status) => statuses.has(status)) ?? 'saved'
}

/** Thrown by the function that saves if someone else has saved the text since it was loaded. */
export class Collision extends Error {
  constructor(readonly theirs: Theirs) {
    super('changed by someone else')
  }
}

type Options = {
  /**
   * Saves a value on top of a version, and returns the new version. Throws a Collision if someone else has saved the
   * text. Any other error is given to problemOf.
   */
  save: (key: string, version: number, value: string) => Promise<number>
  problemOf: (error: unknown) => Problem
  onChange: (entries: Entries) => void
  /** How long the editor must have stopped typing, in milliseconds. */
  pause?: number
}

export type Autosave = ReturnType<typeof newAutosave>

/** Saves texts when the editor pauses. At most one save of a text runs at a time. */
export function newAutosave({ save, problemOf, onChange, pause = 1000 }: Options) {
  let entries: Entries = {}
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const running = new Map<string, Promise<void>>()

  function dispatch(event: AutosaveEvent) {
    const after = autosave(entries, event)
    if (after === entries) return
    entries = after
    onChange(entries)
  }

  function schedule(key: string, wait: number) {
    clearTimeout(timers.get(key))
    timers.set(
      key,
      setTimeout(() => send(key), wait),
    )
  }

  function send(key: string): Promise<void> {
    clearTimeout(timers.get(key))
    timers.delete(key)
    const sending = running.get(key) ?? run(key).finally(() => running.delete(key))
    running.set(key, sending)
    return sending
  }

  async function run(key: string) {
    for (;;) {
      const entry = entries[key]
      if (!entry || !['unsaved', 'failed'].includes(statusOf(entry))) return
      dispatch({ kind: 'sent', key })
      try {
        const version = await save(key, entry.saved.version, entry.value)
        dispatch({ kind: 'saved', key, version })
      } catch (error) {
        if (error instanceof Collision) return dispatch({ kind: 'collided', key, theirs: error.theirs })
        const problem = problemOf(error)
        dispatch({ kind: 'failed', key, problem })
        if (problem.isTemporary) schedule(key, 15 * pause)
        return
      }
    }
  }

  return {
    /** The state of the texts. */
    entries: () => entries,
    /** Reports what the server has. */
    loaded: (key: string, saved: Theirs) => dispatch({ kind: 'loaded', key, saved }),
    typed(key: string, value: string) {
      dispatch({ kind: 'typed', key, value })
      schedule(key, pause)
    },
    /** Ends a conflict with the text that the editor has chosen. */
    chosen(key: string, value: string) {
      dispatch({ kind: 'chosen', key, value })
      return send(key)
    },
    /** Saves everything at once. Resolves when no save is running; `entries` says what failed. */
    async flush() {
      await Promise.all(Object.keys(entries).map(send))
    },
    /** Removes texts whose drafts were published, discarded or restored. */
    forget: (keys: readonly string[]) => dispatch({ kind: 'forgotten', keys }),
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
