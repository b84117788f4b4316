import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSiteNavigation } from '@/lib/navigation'

type Disclosure = { open: boolean; toggle: () => void; region: RefObject<HTMLDivElement | null> }

/** Something that opens at a button's press, and closes at Esc, at a press elsewhere, and when a link is chosen. */
export function useDisclosure(): Disclosure {
  const { key } = useSiteNavigation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const region = useRef<HTMLDivElement>(null)
  // Open belongs to the address that it was opened at: a navigation closes it of itself.
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
