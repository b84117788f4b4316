import { useEffect } from 'react'

/** To be called as React begins to listen: presses are its own from here on, and are not marked any more. */
export function takeOverPresses(): void {
  document.documentElement.dataset.live = ''
}

/** Presses the buttons that were pressed before their script had come; index.html has marked them. */
export function useEarlyPresses(): void {
  useEffect(() => {
    const pressed = [...document.querySelectorAll<HTMLElement>('button[data-pressed]')]
    for (const button of pressed.sort((a, b) => Number(a.dataset.pressed) - Number(b.dataset.pressed))) {
      delete button.dataset.pressed
      button.click()
    }
  }, [])
}
