import { Link } from 'react-router'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { useTexts } from '@/lib/texts'

/** The screens of the circle, each with the words of the promises that it keeps. The first match counts. */
const screens = [
  { words: /mentor/i, to: paths.circleMentors, label: 'promises.mentors' },
  { words: /board/i, to: paths.circleSeats, label: 'promises.boardSeats' },
  { words: /introduction/i, to: paths.circleIntroductions, label: 'promises.introductions' },
  { words: /session|meetup/i, to: paths.circleSessions, label: 'promises.sessions' },
  { words: /policy|vote|consultation/i, to: paths.circlePolls, label: 'promises.polls' },
  { words: /network|directory/i, to: paths.circleDirectory, label: 'promises.directory' },
  { words: /research|library|leadership|regulatory/i, to: paths.circleLibrary, label: 'promises.library' },
] as const

/**
 * A link to the screen that keeps a promise of the landing page or of a plan, for members. The office writes the
 * promises, so the link follows from their words, and in translations from their English ids. A promise without a
 * screen, such as a dinner, gets none.
 */
export function PromiseLink({ promise, className }: { promise: string; className?: string }) {
  const { user } = useSession()
  // A section of the page may be hydrated after the session was loaded.
  const isMember = useHydrated() && user?.isMember
  const screen = isMember ? screens.find(({ words }) => words.test(promise)) : undefined
  return screen ? <ScreenLink screen={screen} className={className} /> : null
}

function ScreenLink({ screen, className }: { screen: (typeof screens)[number]; className?: string }) {
  const text = useTexts('site')
  return (
    <p className={className}>
      <Link to={screen.to} className="text-link">
        {text(screen.label)}
      </Link>
    </p>
  )
}
