import { Search } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'

// The frame does not wait for the finder, which needs react-aria-components. The finder is loaded after it.
const loadFinder = () => import('./finder')
const LazyFinder = lazy(async () => ({ default: (await loadFinder()).Finder }))

/** Finds people, payments, nominations, screens and actions, by keyboard alone. Ctrl K opens it. */
export function CommandPalette() {
  const [open, setOpen] = useState(false)
  // Once it is loaded, the finder is shown without Suspense, which would delay its focus and lose the first letters typed.
  const [Finder, setFinder] = useState<ComponentType<{ onDone: () => void }>>(() => LazyFinder)

  useEffect(() => {
    loadFinder().then(
      (loaded) => setFinder(() => loaded.Finder),
      () => {}, // opening the palette tries again and reports it
    )
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // Behind an open dialog the palette would be hidden.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

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
