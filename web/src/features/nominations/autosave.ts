// How a form is saved by itself:
//
//   changed -> 3 s of rest -> saved         a pause in typing
//   every 10 s, once it is worth it -> saved  typing without a pause, or another try after a failure
//   left -> sent with the last breath        the tab is closed or hidden
//
// What the server already has is not sent again, so a tab in the background never overwrites the
// one in use. Two savings never overlap. Held, nothing is sent; ended, nothing ever again.

const rest = 3_000
const beat = 10_000

export type SaveState = { status: 'idle' | 'saving' | 'failed' } | { status: 'saved'; at: string }

type AutosaveParts<Content> = {
  /** What need not be saved: the content of a new form. */
  blank: Content
  read: () => Content
  /** Whether the regular beat may save it. */
  isWorthIt: (content: Content) => boolean
  /** Resolves to the time of saving. */
  save: (content: Content) => Promise<string>
  sendOnLeave: (content: Content) => void
  tell: (state: SaveState) => void
}

export type Autosave<Content> = ReturnType<typeof startAutosave<Content>>

export function startAutosave<Content>({ blank, read, isWorthIt, save, sendOnLeave, tell }: AutosaveParts<Content>) {
  let known = JSON.stringify(blank)
  let running: Promise<void> | undefined
  let isHeld = false
  let isEnded = false
  let pause: ReturnType<typeof setTimeout> | undefined
  const beating = setInterval(() => isWorthIt(read()) && saveNow(), beat)

  function saveNow(): void {
    const content = read()
    const text = JSON.stringify(content)
    if (isHeld || isEnded || text === known) return
    // What is being saved now may be older than this: look again afterwards.
    if (running) return void running.then(changed)
    tell({ status: 'saving' })
    running = save(content)
      .then(
        (at) => {
          known = text
          tell({ status: 'saved', at })
        },
        () => tell({ status: 'failed' }),
      )
      .finally(() => {
        running = undefined
      })
  }

  function changed(): void {
    clearTimeout(pause)
    if (!isEnded) pause = setTimeout(saveNow, rest)
  }

  return {
    changed,

    /** Takes the content as it is now for what the server has. */
    isSaved(): void {
      known = JSON.stringify(read())
    },

    hold(): void {
      isHeld = true
    },

    release(): void {
      isHeld = false
      changed()
    },

    /** Holds, and waits for a saving under way. */
    async settle(): Promise<void> {
      isHeld = true
      await running
    },

    leave(): void {
      const content = read()
      const text = JSON.stringify(content)
      if (isHeld || isEnded || text === known) return
      known = text
      sendOnLeave(content)
    },

    end(): void {
      isEnded = true
      clearTimeout(pause)
      clearInterval(beating)
    },
  }
}
