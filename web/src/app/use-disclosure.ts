import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

type Disclosure = { open: boolean; toggle: () => void; region: RefObject<HTMLDivElement | null> }

/**
 * State of a menu that a button opens. Esc, a press elsewhere and following a link close it. It is not react-aria's
 * menu: its items are links in a navigation, and the site does not load react-aria.
 */
export function useDisclosure(): Disclosure {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const region = useRef<HTMLDivElement>(null)
  // The state is tied to the address at which the menu was opened, so a navigation closes it.
  const open = openAt === key

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      region.current?.querySelector('button')?.focus()
    }
    const onPress = (event: PointerEvent) => {
      if (!region.current?.contains(event.target as Node)) setOpenAt(null)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [open])

  return { open, toggle: () => setOpenAt(open ? null : key), region }
}
