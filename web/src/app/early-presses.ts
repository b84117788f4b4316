import { useEffect } from 'react'

/** Stops marking presses. Call it when React starts to handle events. */
export function takeOverPresses(): void {
  document.documentElement.dataset.live = ''
}

/** Replays presses on buttons that happened before the script was loaded. index.html marks those buttons. */
export function useEarlyPresses(): void {
  useEffect(() => {
    const pressed = [...document.querySelectorAll<HTMLElement>('button[data-pressed]')]
    for (const button of pressed.sort((a, b) => Number(a.dataset.pressed) - Number(b.dataset.pressed))) {
      delete button.dataset.pressed
      button.click()
    }
  }, [])
}
