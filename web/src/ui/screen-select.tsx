import type { ComponentProps } from 'react'
import type { Screen } from '@/lib/api-types'

const names: Readonly<Record<Screen | '', string>> = {
  '': 'No page',
  sessions: 'Sessions',
  introductions: 'Introductions',
  mentors: 'Mentors',
  directory: 'Directory',
  library: 'Library',
  polls: 'Consultations and votes',
  'board-seats': 'Board seats',
}

/** The name of a page of the circle to which a feature or a benefit can link. */
export function screenName(screen: string): string {
  return (names as Record<string, string>)[screen] ?? screen
}

/** Chooses the page of the circle to which a feature or a benefit links. */
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
