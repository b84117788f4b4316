import { Search } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import { Skeleton } from './skeleton'

type FinderComponent = ComponentType<{ onDone: () => void }>

type CommandPaletteProps = {
  /** Loads the finder separately, so that the page does not wait for react-aria-components. */
  loadFinder: () => Promise<FinderComponent>
}

/** A button that opens the finder (./finder.tsx). Ctrl K opens it, too. */
export function CommandPalette({ loadFinder }: CommandPaletteProps) {
  const [open, setOpen] = useState(false)
  // Once it is loaded, the finder is shown without Suspense, which would delay its focus and lose the first letters typed.
  const [Finder, setFinder] = useState<FinderComponent>(() => lazy(async () => ({ default: await loadFinder() })))

  useEffect(() => {
    loadFinder().then(
      (loaded) => setFinder(() => loaded),
      () => {}, // Opening the dialog loads it again, and shows the error.
    )
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // Behind an open dialog the palette would be hidden.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [loadFinder])

  return (
    <>
      <Button
        tone="quiet"
        aria-label="Find (Ctrl K)"
        aria-keyshortcuts="Control+K Meta+K"
        className="size-11 p-0"
        onClick={() => setOpen(true)}
      >
        <Search className="size-5" strokeWidth={1.5} />
      </Button>
      {open && (
        <Dialog open title="Find" onClose={() => setOpen(false)}>
          {/* As high as the list, so that the dialog does not move when the list arrives or gets shorter. */}
          <div className="min-h-[26.5rem]">
            <Suspense fallback={<Skeleton lines={2} />}>
              <Finder onDone={() => setOpen(false)} />
            </Suspense>
          </div>
        </Dialog>
      )}
    </>
  )
}
