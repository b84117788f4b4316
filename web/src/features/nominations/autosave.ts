// How a form is saved automatically:
//
//   changed -> 3 s of rest -> saved         a pause in typing
//   every 10 s, once it is worth it -> saved  typing without a pause, or another try after a failure
//   left -> sent as the page goes            the tab is closed or hidden
//   closed -> sent, and tried again          another page of the app took the form's place
//
// Content that the server already has is not sent again, so a tab in the background never overwrites the active one.
// Two saves never overlap, except for the save of a page that is being left. While the autosave is held, nothing is
// sent; until the earlier draft is loaded, changes are stored on this device. After the autosave has ended, nothing is
// saved.

const rest = 3_000
const beat = 10_000
const triesOnceClosed = 6

export type SaveState = { status: 'idle' | 'saving' | 'failed' } | { status: 'saved'; at: string }

/** Why nothing may be saved: the earlier draft is not loaded yet, or the form is being submitted or emptied. */
export type HoldReason = 'unread' | 'paused'

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
  keep: (content: Content) => void
  tell: (state: SaveState) => void
}

export type Autosave<Content> = ReturnType<typeof startAutosave<Content>>

export function startAutosave<Content>({
  blank,
  read,
  isWorthIt,
  save,
  sendOnLeave,
  keep,
  tell,
}: AutosaveParts<Content>) {
  let known = JSON.stringify(blank)
  let running: Promise<void> | undefined
  /** The content of the request that was sent on leaving, until it is answered. */
  let leaveRequest: string | undefined
  /** The content of the form when it was closed. */
  let leftBehind: Content | undefined
  let isClosed = false
  let isEnded = false
  const holds = new Set<HoldReason>()
  let endPause = () => {}
  let paused: Promise<void> | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  const beating = setInterval(() => isWorthIt(read()) && saveNow(), beat)

  const current = () => leftBehind ?? read()
  const isUnsaved = (text: string) => !isEnded && text !== known

  function keepWhileUnread(content: Content): void {
    if (!holds.has('unread')) return
    keep(content)
    tell({ status: 'failed' })
  }

  function saveNow(): void {
    const content = current()
    const text = JSON.stringify(content)
    if (!isUnsaved(text)) return
    keepWhileUnread(content)
    if (holds.size > 0) return
    // The save in progress may have older content, so check again after it.
    if (running) return void running.then(changed)
    tell({ status: 'saving' })
    run(text, save(content))
  }

  /** Resolves to whether the server has received the text. */
  function run(text: string, saving: Promise<string>): Promise<boolean> {
    const answered = saving.then(
      (at) => {
        known = text
        if (!isEnded) tell({ status: 'saved', at })
        return true
      },
      () => {
        if (!isEnded) tell({ status: 'failed' })
        return false
      },
    )
    const all: Promise<void> = Promise.all([running, answered]).then(() => {
      if (running === all) running = undefined
    })
    running = all
    return answered
  }

  function changed(): void {
    clearTimeout(pause)
    if (!isEnded && !isClosed) pause = setTimeout(saveNow, rest)
  }

  async function leave(): Promise<void> {
    const content = current()
    const text = JSON.stringify(content)
    if (!isUnsaved(text) || text === leaveRequest) return
    keepWhileUnread(content)
    if (holds.size > 0) return
    leaveRequest = text
    const hasArrived = await run(text, sendOnLeave(content))
    if (leaveRequest === text) leaveRequest = undefined
    if (!hasArrived) changed()
  }

  function stopClocks(): void {
    clearTimeout(pause)
    clearInterval(beating)
  }

  function pauseIsOver(): void {
    holds.delete('paused')
    paused = undefined
    endPause()
  }

  return {
    changed,
    leave: () => void leave(),

    /** The content that need not be saved: the server's, or that of a new form. */
    known: () => JSON.parse(known) as Content,

    /** Marks a content as one that need not be saved. */
    isKnown(content: Content): void {
      known = JSON.stringify(content)
    },

    /** Marks the content that the page fills in as saved, unless the visitor has typed before. */
    prefill(fill: () => void): void {
      const wasKnown = JSON.stringify(read()) === known
      fill()
      if (wasKnown) known = JSON.stringify(read())
    },

    hold(reason: HoldReason): void {
      holds.add(reason)
    },

    release(reason: HoldReason): void {
      if (reason === 'paused') pauseIsOver()
      holds.delete(reason)
      changed()
    },

    /**
     * Holds the autosave until it is released, while the form is submitted or emptied. Waits for a save in progress.
     */
    async pause(): Promise<void> {
      holds.add('paused')
      paused ??= new Promise((resolve) => {
        endPause = resolve
      })
      await running
    },

    /**
     * Ends the autosave when the form is unmounted and the app continues. Resolves when the form's content was saved or
     * given up. If the form is being submitted, it waits for the result of that.
     */
    async close(): Promise<void> {
      leftBehind = read()
      isClosed = true
      stopClocks()
      if (paused) await paused
      if (running) await running
      const text = JSON.stringify(leftBehind)
      if (isUnsaved(text)) keepWhileUnread(leftBehind)
      for (let tries = 0; tries < triesOnceClosed && holds.size === 0 && isUnsaved(text); tries++) {
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, beat))
        await leave()
      }
    },

    end(): void {
      isEnded = true
      stopClocks()
      pauseIsOver()
    },
  }
}
