import { Armchair, CalendarDays, House, LibraryBig, type LucideIcon, Users, Vote } from 'lucide-react'
import { matchPath, useLocation } from 'react-router'
import { type Module, useHasCircle, useOpenModules } from '@/lib/modules'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'

type Part = { to: string; label: string }

/** A section of the circle. One with parts shows a tab for each of them, and opens at the first. */
export type Section = { label: string; icon: LucideIcon; module?: Module; parts: readonly [Part, ...Part[]] }

const one = (label: string, to: string): [Part] => [{ label, to }]

const sections: readonly Section[] = [
  { label: 'Home', icon: House, parts: one('Home', paths.circle) },
  { label: 'Sessions', icon: CalendarDays, module: 'sessions', parts: one('Sessions', paths.circleSessions) },
  {
    label: 'People',
    icon: Users,
    module: 'directory',
    parts: [
      { label: 'Directory', to: paths.circleDirectory },
      { label: 'Introductions', to: paths.circleIntroductions },
      { label: 'Mentors', to: paths.circleMentors },
      { label: 'Your profile', to: paths.circleProfile },
    ],
  },
  { label: 'Seats', icon: Armchair, module: 'board-seats', parts: one('Board seats', paths.circleSeats) },
  { label: 'Voice', icon: Vote, module: 'consultations', parts: one('Consultations', paths.circlePolls) },
  { label: 'Library', icon: LibraryBig, module: 'library', parts: one('Library', paths.circleLibrary) },
]

/** The sections of the circle that are on, for members only. */
export function useSections(): readonly Section[] {
  const { user } = useSession()
  const hasCircle = useHasCircle()
  const isOpen = useOpenModules()
  if (!user?.isMember || !hasCircle) return []
  return sections.filter(({ module }) => !module || isOpen(module))
}

/** The section of the current address. */
export function useCurrentSection(): Section | undefined {
  const { pathname } = useLocation()
  return sections.find(({ parts }) => parts.some(({ to }) => isWithin(to, pathname)))
}

const isWithin = (section: string, pathname: string) =>
  matchPath({ path: section, end: section === paths.circle }, pathname) !== null
