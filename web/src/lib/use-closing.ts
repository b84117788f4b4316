import { useRef } from 'react'

/**
 * Tells whether the person has closed a dialog, for what happens after its form was sent. A dialog that left the page
 * because its record changed is not closed: the page still takes it as open, and has to close it.
 */
export function useClosing(onClose: () => void) {
  const isClosed = useRef(false)
  return {
    isClosed,
    close: () => {
      isClosed.current = true
      onClose()
    },
  }
}
