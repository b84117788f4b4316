import { useCallback, useEffect, useRef, useState } from 'react'

type Mode<Item> = { kind: 'idle' } | { kind: 'creating' } | { kind: 'editing'; item: Item }

/** The id of the button that begins a new thing. */
export const createButtonId = 'create-entry'

/** The id of a thing's Edit button. */
export function editButtonId(id: string): string {
  return `edit-${id}`
}

/**
 * Which thing of a list is being written: none, a new one, or one that is there. No other can be
 * begun before it is saved or left; then the focus goes to its Edit button, or to Create.
 */
export function useEditing<Item extends { id: string }>() {
  const [mode, setMode] = useState<Mode<Item>>({ kind: 'idle' })
  const focusNext = useFocusNext()
  const item = mode.kind === 'editing' ? mode.item : undefined

  return {
    isBusy: mode.kind !== 'idle',
    /** The thing that is changed; undefined for a new one. */
    item,
    begin: useCallback(
      (item?: Item) =>
        setMode((now) => (now.kind !== 'idle' ? now : item ? { kind: 'editing', item } : { kind: 'creating' })),
      [],
    ),
    end: (id = item?.id) => {
      setMode({ kind: 'idle' })
      focusNext(id ? editButtonId(id) : createButtonId)
    },
  }
}

/** Gives the focus to an element, by its id, as soon as it is there and can take it: after the next drawing, or the one after that. */
export function useFocusNext(): (id: string) => void {
  const wanted = useRef<string>(undefined)
  const [, draw] = useState({})

  useEffect(() => {
    const element = wanted.current && document.getElementById(wanted.current)
    if (!element) return
    element.focus()
    if (document.activeElement === element) wanted.current = undefined
  })

  return useCallback((id) => {
    wanted.current = id
    draw({})
  }, [])
}
