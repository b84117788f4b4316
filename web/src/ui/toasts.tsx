import { useEffect, useState } from 'react'
import { useWords } from '@/lib/texts'
import { Button } from './button'
import { classes } from './classes'
import { type ShownToast, takeKeptToast, useDismissToast, useShownToast, useToast } from './toast-queue'

/**
 * Shows the toasts. Both live regions are rendered empty from the start: a screen reader announces only changes in
 * regions that it already knows. These are not react-aria's toasts: the site shows toasts too, and does not load
 * react-aria.
 */
export function Toasts() {
  const toast = useShownToast()
  const show = useToast()
  useEffect(() => {
    const kept = takeKeptToast()
    if (kept) show(kept)
  }, [show])
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--foot-bar)+1rem)] z-50 flex justify-end sm:inset-x-6 sm:bottom-[calc(var(--foot-bar)+1.5rem)]">
      <div role="status">{toast && !toast.destructive && <ToastCard key={toast.number} toast={toast} />}</div>
      <div role="alert">{toast?.destructive && <ToastCard key={toast.number} toast={toast} />}</div>
    </div>
  )
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const word = useWords()
  const dismiss = useDismissToast()
  const [held, setHeld] = useState(false)

  useEffect(() => {
    // A toast does not time out while it has the pointer or the focus.
    if (held) return
    const timer = setTimeout(() => dismiss(toast.number), toast.duration)
    return () => clearTimeout(timer)
  }, [held, toast, dismiss])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only pauses the timeout
    <div
      className={classes(
        'pointer-events-auto flex w-[min(26rem,calc(100vw-2rem))] items-start gap-4 border-l-4 bg-neutral px-5 py-4 text-neutral-content shadow-lg',
        toast.destructive ? 'border-error' : 'border-primary',
      )}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="mt-0.5 text-[0.9375rem] leading-snug opacity-90">{toast.description}</p>}
      </div>
      <Button
        tone="neutral"
        aria-label={word.plain('dismiss')}
        className="-my-2 -mr-3 size-11 shrink-0 border-0 p-0"
        onClick={() => dismiss(toast.number)}
      >
        <svg
          viewBox="0 0 16 16"
          className="size-3.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <path d="m3 3 10 10M13 3 3 13" />
        </svg>
      </Button>
    </div>
  )
}
