// How a form is saved by itself:
//
//   changed -> 3 s of rest -> saved         a pause in typing
//   every 10 s, once it is worth it -> saved  typing without a pause, or another try after a failure
//   left -> sent as the page goes            the tab is closed or hidden
//   closed -> sent, and tried again          another page of the app took the form's place
//
// What the server already has is not sent again, so a tab in the background never overwrites the
// one in use. Two savings never overlap, but for that of a page that is being left. Held, nothing is sent; ended,
// nothing ever again.

const rest = 3_000
const beat = 10_000
const triesOnceClosed = 6

export type SaveState = { status: 'idle' | 'saving' | 'failed' } | { status: 'saved'; at: string }

/** Why nothing may be saved now: an earlier draft was not read yet or is on offer, or the form itself is being sent. */
export type HoldReason = 'unread' | 'offer' | 'sending'

type AutosaveParts<Content> = {
  /** What need not be saved: the content of a new form. */
  blank: Content
  read: () => Content
  /** Whether the regular beat may save it. */
  isWorthIt: (content: Content) => boolean
  /** Resolves to the time of saving. */
  save: (content: Content) => Promise<string>
  /** As save, but the browser finishes it without the page. */
  sendOnLeave: (content: Content) => Promise<string>
  tell: (state: SaveState) => void
}

export type Autosave<Content> = ReturnType<typeof startAutosave<Content>>

export function startAutosave<Content>({ blank, read, isWorthIt, save, sendOnLeave, tell }: AutosaveParts<Content>) {
  let known = JSON.stringify(blank)
  let running: Promise<void> | undefined
  /** What the request of a page that is being left carries, while its answer is out. */
  let leaveRequest: string | undefined
  /** What the form held when it was closed. */
  let leftBehind: Content | undefined
  let isClosed = false
  let isEnded = false
  const holds = new Set<HoldReason>()
  let sendingIsOver = () => {}
  let sending: Promise<void> | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  const beating = setInterval(() => isWorthIt(read()) && saveNow(), beat)

  const current = () => leftBehind ?? read()
  const isUnsaved = (text: string) => !isEnded && text !== known

  function saveNow(): void {
    const content = current()
    const text = JSON.stringify(content)
    if (!isUnsaved(text)) return
    if (holds.has('unread')) tell({ status: 'failed' })
    if (holds.size > 0) return
    // What is being saved now may be older than this: look again afterwards.
    if (running) return void running.then(changed)
    tell({ status: 'saving' })
    run(text, save(content))
  }

  /** Resolves to whether it arrived: only then is the text known. */
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
    if (holds.size > 0 || !isUnsaved(text) || text === leaveRequest) return
    leaveRequest = text
    const hasArrived = await run(text, sendOnLeave(content))
    if (leaveRequest === text) leaveRequest = undefined
    if (!hasArrived) changed()
  }

  function stopClocks(): void {
    clearTimeout(pause)
    clearInterval(beating)
  }

  function isOver(): void {
    holds.delete('sending')
    sending = undefined
    sendingIsOver()
  }

  return {
    changed,
    leave: () => void leave(),

    /** Takes the content as it is now for what the server has. */
    isSaved(): void {
      known = JSON.stringify(read())
    },

    /** Takes what the page fills in by itself for known, unless somebody has typed before. */
    prefill(fill: () => void): void {
      const wasKnown = JSON.stringify(read()) === known
      fill()
      if (wasKnown) known = JSON.stringify(read())
    },

    hold(reason: HoldReason): void {
      holds.add(reason)
    },

    release(reason: HoldReason): void {
      if (reason === 'sending') isOver()
      holds.delete(reason)
      changed()
    },

    /** Holds while the form is being sent, and waits for a saving under way. */
    async pauseForSubmit(): Promise<void> {
      holds.add('sending')
      sending ??= new Promise((resolve) => {
        sendingIsOver = resolve
      })
      await running
    },

    /**
     * The form is gone, the app lives on. Resolves when what the form held has arrived or was given
     * up; while the form is being sent, that is known only when it was taken or refused.
     */
    async close(): Promise<void> {
      leftBehind = read()
      isClosed = true
      stopClocks()
      if (sending) await sending
      if (running) await running
      const text = JSON.stringify(leftBehind)
      for (let tries = 0; tries < triesOnceClosed && holds.size === 0 && isUnsaved(text); tries++) {
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, beat))
        await leave()
      }
    },

    end(): void {
      isEnded = true
      stopClocks()
      isOver()
    },
  }
}
