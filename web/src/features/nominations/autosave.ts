// Saves a form automatically. next returns the state after an event, and the effects that startAutosave carries out.
//
//	event      when                                    effect, if the server does not have the content yet
//	changed    the form has changed                    waits for three seconds without a change, then "due"
//	due        after the pause, and every 10 seconds   saves; waits for the answer of a save in progress first
//	left       the tab is closed or hidden             sends the content in a request that survives the page
//	saved      the server has the content
//	failed     a save failed                           the next "due" saves again; after "left", the pause restarts
//	held       a reason not to send was added
//	released   a reason was removed                    the pause restarts
//	known      the server's draft was loaded, or the page has filled in something
//	closed     another page of the app is shown        sends the content as after "left", six times at most
//	retried    ten seconds after a failure, if closed  sends again
//	ended      the form was accepted                   stops all timers; nothing is saved any more
//
//	open ──closed──> closing ──saved, given up──> done
//	  └──────────────── ended ──────────────────────↑
//
// Content that the server already has is not sent again, so a tab in the background never overwrites the active one.
// Two saves never overlap, except for the save of a page that is being left. While the autosave is held, nothing is
// sent; until the earlier draft is loaded, changes are stored on this device.

const debounceMilliseconds = 3_000
const intervalMilliseconds = 10_000
const triesOnceClosed = 6

export type SaveState = { status: 'idle' | 'saving' | 'failed' } | { status: 'saved'; at: string }

/** Why nothing may be saved: the earlier draft is not loaded yet, or the form is being submitted or emptied. */
export type HoldReason = 'unread' | 'paused'

export type AutosaveState<Content> = {
  phase: 'open' | 'closing' | 'done'
  /** The content that need not be saved, as JSON: the server's, or that of a new form. */
  known: string
  holds: readonly HoldReason[]
  /** The contents of the requests that are not answered yet, as JSON. */
  sent: readonly string[]
  /** The content that was sent on leaving and is not answered yet, as JSON. */
  sentOnLeave?: string
  /** The form has changed during a save. */
  isDueAgain: boolean
  /** The content of the form when it was closed, and how often it was sent since then. */
  closed?: { content: Content; tries: number }
  save: SaveState
}

export type AutosaveEvent<Content> =
  | { type: 'changed' | 'retried' | 'ended' }
  | { type: 'due' | 'left' | 'known' | 'closed'; content: Content }
  | { type: 'saved'; sent: string; at: string }
  | { type: 'failed'; sent: string }
  | { type: 'held' | 'released'; reason: HoldReason }

export type AutosaveEffect<Content> =
  /** Restarts the pause after which the content is due. */
  | { do: 'debounce' }
  /** Saves the content: saved, failed. */
  | { do: 'save'; content: Content }
  /** Like save, but the browser completes it after the page is closed. */
  | { do: 'send on leave'; content: Content }
  /** Stores the content on this device. */
  | { do: 'store'; content: Content }
  /** Waits before the next attempt: retried. */
  | { do: 'retry' }
  | { do: 'stop' }

type Step<Content> = [AutosaveState<Content>, AutosaveEffect<Content>[]]

/** The state of a form whose content need not be saved. */
export function openState<Content>(blank: Content): AutosaveState<Content> {
  return {
    phase: 'open',
    known: JSON.stringify(blank),
    holds: [],
    sent: [],
    isDueAgain: false,
    save: { status: 'idle' },
  }
}

/** Returns the state after an event, and the effects. */
export function next<Content>(state: AutosaveState<Content>, event: AutosaveEvent<Content>): Step<Content> {
  switch (event.type) {
    case 'changed':
      return [state, debounceIfOpen(state)]
    case 'due':
      return state.phase === 'open' ? save(state, event.content) : [state, []]
    case 'left':
      return state.phase === 'open' ? sendOnLeave(state, event.content) : [state, []]
    case 'saved':
    case 'failed':
      return answered(state, event)
    case 'held':
      return [{ ...state, holds: [...new Set([...state.holds, event.reason])] }, []]
    case 'released': {
      const released = { ...state, holds: state.holds.filter((reason) => reason !== event.reason) }
      return released.phase === 'closing' ? close(released) : [released, debounceIfOpen(released)]
    }
    case 'known':
      return [{ ...state, known: JSON.stringify(event.content) }, []]
    case 'closed': {
      if (state.phase !== 'open') return [state, []]
      const [closing, effects] = close({ ...state, phase: 'closing', closed: { content: event.content, tries: 0 } })
      return [closing, [{ do: 'stop' }, ...effects]]
    }
    case 'retried':
      return state.phase === 'closing' ? tryAgain(state) : [state, []]
    case 'ended':
      return [{ ...state, phase: 'done', holds: state.holds.filter((reason) => reason !== 'paused') }, [{ do: 'stop' }]]
  }
}

function debounceIfOpen({ phase }: { phase: string }): { do: 'debounce' }[] {
  return phase === 'open' ? [{ do: 'debounce' }] : []
}

function save<Content>(state: AutosaveState<Content>, content: Content): Step<Content> {
  const text = JSON.stringify(content)
  if (text === state.known) return [state, []]
  if (state.holds.length > 0) return storeIfUnread(state, content)
  // The save in progress may have older content, so the form is due again after it.
  if (state.sent.length > 0) return [{ ...state, isDueAgain: true }, []]
  return [{ ...state, sent: [text], save: { status: 'saving' } }, [{ do: 'save', content }]]
}

function sendOnLeave<Content>(state: AutosaveState<Content>, content: Content): Step<Content> {
  const text = JSON.stringify(content)
  if (text === state.known || text === state.sentOnLeave) return [state, []]
  if (state.holds.length > 0) return storeIfUnread(state, content)
  return [{ ...state, sent: [...state.sent, text], sentOnLeave: text }, [{ do: 'send on leave', content }]]
}

function storeIfUnread<Content>(state: AutosaveState<Content>, content: Content): Step<Content> {
  if (!state.holds.includes('unread')) return [state, []]
  return [{ ...state, save: { status: 'failed' } }, [{ do: 'store', content }]]
}

function answered<Content>(
  state: AutosaveState<Content>,
  answer: Extract<AutosaveEvent<Content>, { sent: string }>,
): Step<Content> {
  const isSaved = answer.type === 'saved'
  const at = state.sent.indexOf(answer.sent)
  const wasOnLeave = state.sentOnLeave === answer.sent
  const after: AutosaveState<Content> = {
    ...state,
    sent: state.sent.filter((_, index) => index !== at),
    ...(wasOnLeave && { sentOnLeave: undefined }),
    ...(isSaved && { known: answer.sent }),
    ...(state.phase !== 'done' && { save: isSaved ? { status: 'saved', at: answer.at } : { status: 'failed' } }),
  }
  if (after.phase === 'closing') return close(after)
  if (wasOnLeave && !isSaved) return [after, debounceIfOpen(after)]
  if (!after.isDueAgain || after.sent.length > 0) return [after, []]
  return [{ ...after, isDueAgain: false }, debounceIfOpen(after)]
}

/** The next step of a form that was closed: waits, sends its content, or is done. */
function close<Content>(state: AutosaveState<Content>): Step<Content> {
  const { closed, holds, sent, known } = state
  // If the form is being submitted, only the result says whether it is still a draft.
  if (!closed || holds.includes('paused') || sent.length > 0) return [state, []]
  const done: AutosaveState<Content> = { ...state, phase: 'done' }
  if (JSON.stringify(closed.content) === known) return [done, []]
  if (holds.length > 0) return storeIfUnread(done, closed.content)
  if (closed.tries === 0) return tryAgain(state)
  return closed.tries < triesOnceClosed ? [state, [{ do: 'retry' }]] : [done, []]
}

function tryAgain<Content>(state: AutosaveState<Content>): Step<Content> {
  const { closed, holds } = state
  if (!closed || holds.length > 0) return [state, []]
  return sendOnLeave({ ...state, closed: { ...closed, tries: closed.tries + 1 } }, closed.content)
}

type AutosaveParts<Content> = {
  /** The content of a new form, which need not be saved. */
  blank: Content
  read: () => Content
  /** Whether the content is worth saving at the regular interval. */
  isWorthIt: (content: Content) => boolean
  /** Resolves to the time of saving. */
  save: (content: Content) => Promise<string>
  /** Like save, but the browser completes it after the page is closed. */
  sendOnLeave: (content: Content) => Promise<string>
  /** Stores the content on this device while it may not be sent. */
  store: (content: Content) => void
  tell: (state: SaveState) => void
}

export type Autosave<Content> = ReturnType<typeof startAutosave<Content>>

/** Starts the autosave of a form. */
export function startAutosave<Content>({
  blank,
  read,
  isWorthIt,
  save,
  sendOnLeave,
  store,
  tell,
}: AutosaveParts<Content>) {
  let state = openState(blank)
  let debounceTimer: ReturnType<typeof setTimeout> | undefined
  const interval = setInterval(
    () => isWorthIt(read()) && dispatch({ type: 'due', content: read() }),
    intervalMilliseconds,
  )
  let waiting: { until: () => boolean; resolve: () => void }[] = []

  function dispatch(event: AutosaveEvent<Content>): void {
    const before = state
    const [after, effects] = next(state, event)
    state = after
    if (after.save !== before.save) tell(after.save)
    effects.forEach(carryOut)
    for (const { resolve } of waiting.filter(({ until }) => until())) resolve()
    waiting = waiting.filter(({ until }) => !until())
  }

  function carryOut(effect: AutosaveEffect<Content>): void {
    switch (effect.do) {
      case 'debounce':
        clearTimeout(debounceTimer)
        debounceTimer = setTimeout(() => dispatch({ type: 'due', content: read() }), debounceMilliseconds)
        break
      case 'save':
        report(effect.content, save)
        break
      case 'send on leave':
        report(effect.content, sendOnLeave)
        break
      case 'store':
        store(effect.content)
        break
      case 'retry':
        setTimeout(() => dispatch({ type: 'retried' }), intervalMilliseconds)
        break
      case 'stop':
        clearTimeout(debounceTimer)
        clearInterval(interval)
    }
  }

  function report(content: Content, by: (content: Content) => Promise<string>): void {
    const sent = JSON.stringify(content)
    by(content).then(
      (at) => dispatch({ type: 'saved', sent, at }),
      () => dispatch({ type: 'failed', sent }),
    )
  }

  /** Resolves when the state fulfils a condition. */
  function wait(until: () => boolean): Promise<void> {
    return new Promise((resolve) => (until() ? resolve() : waiting.push({ until, resolve })))
  }

  const setKnown = (content: Content) => dispatch({ type: 'known', content })

  return {
    changed: () => dispatch({ type: 'changed' }),
    leave: () => dispatch({ type: 'left', content: read() }),

    /** The content that need not be saved: the server's, or that of a new form. */
    known: (): Content => JSON.parse(state.known),

    /** Marks a content as one that need not be saved. */
    setKnown,

    /** Marks the content that the page fills in as saved, unless the visitor has typed before. */
    prefill(fill: () => void): void {
      const wasKnown = JSON.stringify(read()) === state.known
      fill()
      if (wasKnown) setKnown(read())
    },

    hold: (reason: HoldReason) => dispatch({ type: 'held', reason }),
    release: (reason: HoldReason) => dispatch({ type: 'released', reason }),

    /** Holds the autosave until it is released, while the form is submitted or emptied. Waits for a save in progress. */
    async pause(): Promise<void> {
      dispatch({ type: 'held', reason: 'paused' })
      await wait(() => state.sent.length === 0)
    },

    /**
     * Ends the autosave when the form is unmounted and the app continues. Resolves when the form's content was saved or
     * given up. If the form is being submitted, it waits for the result of that.
     */
    async close(): Promise<void> {
      dispatch({ type: 'closed', content: read() })
      await wait(() => state.phase === 'done')
    },

    end: () => dispatch({ type: 'ended' }),
  }
}
