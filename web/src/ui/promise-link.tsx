import { Link } from 'react-router'
import type { Screen } from '@/lib/api-types'
import { useHydrated } from '@/lib/hydrated'
import { type CircleModule, useOpenModules } from '@/lib/modules'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { useTexts } from '@/lib/texts'

/** The pages of the circle to which features of plans and benefits link. */
export const screens = {
  sessions: { module: 'sessions', to: paths.circleSessions, label: 'promises.sessions' },
  introductions: { module: 'directory', to: paths.circleIntroductions, label: 'promises.introductions' },
  mentors: { module: 'directory', to: paths.circleMentors, label: 'promises.mentors' },
  directory: { module: 'directory', to: paths.circleDirectory, label: 'promises.directory' },
  library: { module: 'library', to: paths.circleLibrary, label: 'promises.library' },
  polls: { module: 'consultations', to: paths.circlePolls, label: 'promises.polls' },
  'board-seats': { module: 'board-seats', to: paths.circleSeats, label: 'promises.boardSeats' },
} as const satisfies Record<Screen, { module: CircleModule; to: string; label: string }>

type ScreenEntry = (typeof screens)[Screen]

/**
 * A link to the page of the circle for a feature of a plan or a benefit on the landing page. Only members see it. A
 * feature without a page, such as a dinner, has no link, and neither has one whose module is off or closed to the member.
 */
export function PromiseLink({ screen, className }: { screen: string; className?: string }) {
  const { user } = useSession()
  const isOpen = useOpenModules()
  // A section of the page may be hydrated after the session was loaded.
  const isMember = useHydrated() && user?.isMember
  const found = isMember ? (screens as Record<string, ScreenEntry>)[screen] : undefined
  return found && isOpen(found.module) ? <ScreenLink screen={found} className={className} /> : null
}

function ScreenLink({ screen, className }: { screen: ScreenEntry; className?: string }) {
  const text = useTexts('site')
  return (
    <p className={className}>
      <Link to={screen.to} className="text-link">
        {text(screen.label)}
      </Link>
    </p>
  )
}
