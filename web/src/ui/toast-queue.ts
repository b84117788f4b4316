import { atom, type createStore, useAtomValue, useSetAtom } from 'jotai'
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

const storageKey = 'toast'

/** Keeps the toast that is shown over a reload which is about to come. */
export function keepToastOverReload(store: ReturnType<typeof createStore>) {
  const keep = () => {
    const toast = store.get(shownAtom)
    if (toast) sessionStorage.setItem(storageKey, JSON.stringify(toast))
  }
  addEventListener('pagehide', keep, { once: true })
}

/** Takes the toast that was kept over the reload. */
export function takeKeptToast(): Toast | null {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    return text ? JSON.parse(text) : null
  } catch {
    return null // a browser that stores nothing has kept nothing
  }
}

export function useShownToast(): ShownToast | null {
  return useAtomValue(shownAtom)
}

/** Takes a toast away, if it is still the one that is shown. */
export function useDismissToast(): (number: number) => void {
  const dismiss = useSetAtom(dismissAtom)
  return useCallback((number) => dismiss(number), [dismiss])
}
