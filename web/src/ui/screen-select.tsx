import type { ComponentProps } from 'react'
import type { Screen } from '@/lib/api-types'

const names: Readonly<Record<Screen | '', string>> = {
  '': 'Nothing',
  sessions: 'Sessions',
  introductions: 'Introductions',
  mentors: 'Mentors',
  directory: 'Directory',
  library: 'Library',
  polls: 'Consultations and votes',
  'board-seats': 'Board seats',
}

/** The name of a screen of the circle that a promise can lead to. */
export function screenName(screen: string): string {
  return (names as Record<string, string>)[screen] ?? screen
}

/** Chooses the screen of the circle that a promise leads to. */
export function ScreenSelect(props: Omit<ComponentProps<'select'>, 'className' | 'children'>) {
  return (
    <select className="select" {...props}>
      {Object.entries(names).map(([screen, name]) => (
        <option key={screen} value={screen}>
          {name}
        </option>
      ))}
    </select>
  )
}
