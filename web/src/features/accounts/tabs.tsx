import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { classes } from '@/ui/classes'

type TabsProps<Id extends string> = {
  label: string
  tabs: readonly { id: Id; label: ReactNode }[]
  selected: Id
  onSelect: (id: Id) => void
}

/**
 * Tabs as in the ARIA patterns: one Tab stop, the arrow keys wrap around. Panels have the id `{id}-panel`. These tabs
 * do not use react-aria-components, unlike ui/tabs.tsx: the server renders them, presses before the script is loaded
 * must count (index.html marks buttons), and the library would add 34 kB to the sign-in page.
 */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)

  function walk(event: KeyboardEvent) {
    const here = tabs.findIndex(({ id }) => id === selected)
    const steps: Record<string, number> = {
      ArrowRight: here + 1,
      ArrowLeft: here - 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const next = tabs.at((steps[event.key] ?? Number.NaN) % tabs.length)
    if (!(event.key in steps) || !next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`#${next.id}-tab`)?.focus()
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className="flex gap-8 border-base-300 border-b" onKeyDown={walk}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`${tab.id}-tab`}
          type="button"
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={`${tab.id}-panel`}
          tabIndex={tab.id === selected ? 0 : -1}
          className={classes(
            '-mb-px min-h-12 cursor-pointer border-b-3 px-1 font-serif text-xl',
            tab.id === selected ? 'border-primary' : 'border-transparent text-quiet hover:text-base-content',
          )}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
