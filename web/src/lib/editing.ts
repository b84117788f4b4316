import { useCallback, useEffect, useRef, useState } from 'react'

type Mode<Item> = { kind: 'idle' } | { kind: 'creating' } | { kind: 'editing'; item: Item }

/** The id of the button that opens the form for a new item. */
export const createButtonId = 'create-entry'

/** The id of an item's Edit button. */
export function editButtonId(id: string): string {
  return `edit-${id}`
}

/**
 * Tracks which item of a list is being edited: none, a new one or an existing one. Only one form is open at a time.
 * When it closes, the focus goes to the item's Edit button, or to Create.
 */
export function useEditing<Item extends { id: string }>() {
  const [mode, setMode] = useState<Mode<Item>>({ kind: 'idle' })
  const focusNext = useFocusNext()
  const item = mode.kind === 'editing' ? mode.item : undefined

  return {
    isBusy: mode.kind !== 'idle',
    /** The item that is being edited; undefined for a new one. */
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

/**
 * Moves the focus to an element by its id as soon as it can take it, after one of the next two renderings.
 */
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
