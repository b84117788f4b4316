import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useCallback } from 'react'

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
