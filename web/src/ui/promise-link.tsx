import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'

/** The screens of the circle, each with the words of the promises that it keeps. The first match counts. */
const screens = [
  { words: /mentor/i, to: paths.circleIntroductions, label: 'Ask for an introduction' },
  { words: /board/i, to: paths.circleSeats, label: 'See the board seats' },
  { words: /session|meetup/i, to: paths.circleSessions, label: 'See the sessions' },
  { words: /policy|vote|consultation/i, to: paths.circlePolls, label: 'Read and vote' },
  { words: /network|directory/i, to: paths.circleDirectory, label: 'Find members' },
  { words: /research|library|leadership|regulatory/i, to: paths.circleLibrary, label: 'Open the library' },
]

/**
 * A link to the screen that keeps a promise of the landing page or of a plan, for members. The office writes the
 * promises, so the link follows from their words. A promise without a screen, such as a dinner, gets none.
 */
export function PromiseLink({ promise, className }: { promise: string; className?: string }) {
  const { user } = useSession()
  const screen = user?.isMember ? screens.find(({ words }) => words.test(promise)) : undefined
  if (!screen) return null
  return (
    <p className={className}>
      <Link to={screen.to} className="text-link">
        {screen.label}
      </Link>
    </p>
  )
}
