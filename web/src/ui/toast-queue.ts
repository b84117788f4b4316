import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { messageOf } from '@/lib/api-error'

export type Toast = {
  title: string
  description?: string
  /** Something failed: it is spoken at once. */
  destructive?: boolean
  /** How long it stays, in milliseconds. */
  duration?: number
}

/** A toast on the screen; its number tells it from an equal one before it. */
export type ShownToast = Toast & { number: number; duration: number }

export const defaultDuration = 5000

// At most one is visible: the newest takes the place.
const shownAtom = atom<ShownToast | null>(null)

const countAtom = atom(0)

const showAtom = atom(null, (get, set, toast: Toast) => {
  const number = get(countAtom) + 1
  set(countAtom, number)
  set(shownAtom, { duration: defaultDuration, ...toast, number })
})

const dismissAtom = atom(null, (get, set, number: number) => {
  if (get(shownAtom)?.number === number) set(shownAtom, null)
})

/** Shows a toast. */
export function useToast(): (toast: Toast) => void {
  return useSetAtom(showAtom)
}

export function useShownToast(): ShownToast | null {
  return useAtomValue(shownAtom)
}

/** Takes a toast away, if it is still the one that is shown. */
export function useDismissToast(): (number: number) => void {
  const dismiss = useSetAtom(dismissAtom)
  return useCallback((number) => dismiss(number), [dismiss])
}

type Report<Answer> = {
  /** What to say when it succeeded. */
  done?: (answer: Answer) => Toast
  /** The title when it failed; the server's reason follows, or the fallback where it gave none. */
  failed: string
  fallback?: string
}

/** Waits for a call and says what came of it. Resolves to whether it succeeded. */
export function useReport() {
  const toast = useToast()
  return useCallback(
    async <Answer>(call: Promise<Answer>, { done, failed, fallback = 'Please try again.' }: Report<Answer>) => {
      try {
        const answer = await call
        if (done) toast(done(answer))
        return true
      } catch (error) {
        toast({ title: failed, description: messageOf(error, fallback), destructive: true })
        return false
      }
    },
    [toast],
  )
}
