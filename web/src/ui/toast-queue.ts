import { atom, getDefaultStore, useAtomValue, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { titleAbove } from '@/lib/api-error'

export type Toast = {
  title: string
  description?: string
  /** An error: screen readers announce it at once. */
  destructive?: boolean
  /** How long the toast is shown, in milliseconds. */
  duration?: number
}

/** A toast on the screen. The number distinguishes it from an equal toast before it. */
export type ShownToast = Toast & { number: number; duration: number }

const defaultDuration = 5000

// At most one toast is visible: a new one replaces it.
const shownAtom = atom<ShownToast | null>(null)

const countAtom = atom(0)

const showAtom = atom(null, (get, set, toast: Toast) => {
  const number = get(countAtom) + 1
  set(countAtom, number)
  set(shownAtom, { duration: defaultDuration, ...toast, title: titleAbove(toast.description, toast.title), number })
})

const dismissAtom = atom(null, (get, set, number: number) => {
  if (get(shownAtom)?.number === number) set(shownAtom, null)
})

/** Shows a toast. */
export function useToast(): (toast: Toast) => void {
  return useSetAtom(showAtom)
}

const storageKey = 'toast'

/** Keeps the current toast for the page that the browser is about to load. */
export function keepToastOverReload() {
  const keep = () => {
    const toast = getDefaultStore().get(shownAtom)
    if (toast) sessionStorage.setItem(storageKey, JSON.stringify(toast))
  }
  addEventListener('pagehide', keep, { once: true })
}

/** Returns and removes the toast that was kept across the reload. */
export function takeKeptToast(): Toast | null {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    return text ? JSON.parse(text) : null
  } catch {
    return null // without storage no toast was kept
  }
}

export function useShownToast(): ShownToast | null {
  return useAtomValue(shownAtom)
}

/** Removes a toast if it is still the current one. */
export function useDismissToast(): (number: number) => void {
  const dismiss = useSetAtom(dismissAtom)
  return useCallback((number) => dismiss(number), [dismiss])
}
