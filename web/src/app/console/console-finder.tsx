import { useMay } from '@/lib/admin-access'
import type { Hits } from '@/lib/find'
import { Finder } from '@/ui/finder'
import { useConsoleSearch } from './api'
import { findScreens } from './find-screens'
import { consoleRoutes } from './routes'
import { screensOf } from './screens'

/** Finds people, payments, nominations, screens and actions. */
export function ConsoleFinder({ onDone }: { onDone: () => void }) {
  return <Finder label="A name, an email address, a payment or a screen" useHits={useHits} onDone={onDone} />
}

/** Finds screens and actions at once, and what the lists of the console have after typing has paused. */
function useHits(text: string): Hits {
  const may = useMay()
  const found = useConsoleSearch(text)
  const screens = findScreens(screensOf(consoleRoutes), text, may).map(({ kind, label, to }) => ({
    key: `${kind} ${label} ${to}`.replaceAll(' ', '-'), // react-aria fails if two items have the same key
    to,
    label,
    about: kind,
  }))
  return { ...found, hits: [...screens, ...found.hits] }
}
