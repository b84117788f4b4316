import { Link } from 'react-router'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { useTexts } from '@/lib/texts'

/** The screens of the circle that promises lead to. The server has the same names (pb_hooks/texts/builtin.go). */
const screens = {
  sessions: { to: paths.circleSessions, label: 'promises.sessions' },
  introductions: { to: paths.circleIntroductions, label: 'promises.introductions' },
  mentors: { to: paths.circleMentors, label: 'promises.mentors' },
  directory: { to: paths.circleDirectory, label: 'promises.directory' },
  library: { to: paths.circleLibrary, label: 'promises.library' },
  polls: { to: paths.circlePolls, label: 'promises.polls' },
  'board-seats': { to: paths.circleSeats, label: 'promises.boardSeats' },
} as const

type Screen = (typeof screens)[keyof typeof screens]

/**
 * A link to the screen that keeps a promise of the landing page or of a plan, for members. A promise without a screen,
 * such as a dinner, gets none.
 */
export function PromiseLink({ screen, className }: { screen: string; className?: string }) {
  const { user } = useSession()
  // A section of the page may be hydrated after the session was loaded.
  const isMember = useHydrated() && user?.isMember
  const found = isMember ? (screens as Record<string, Screen>)[screen] : undefined
  return found ? <ScreenLink screen={found} className={className} /> : null
}

function ScreenLink({ screen, className }: { screen: Screen; className?: string }) {
  const text = useTexts('site')
  return (
    <p className={className}>
      <Link to={screen.to} className="text-link">
        {text(screen.label)}
      </Link>
    </p>
  )
}
