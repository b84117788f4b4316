import { Link } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import type { Mentorship } from './api'

/** Where the two write to each other, and the guide for their meetings. */
export function MeetingLinks({ person }: { person: Mentorship['person'] }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-6">
      <Link
        to={href(paths.circlePerson, { person: person.id })}
        className="text-link inline-flex min-h-11 items-center"
        aria-label={`Profile and conversation: ${person.name}`}
      >
        Profile and conversation
      </Link>
      <Link to={paths.circleMentorGuide} className="text-link inline-flex min-h-11 items-center">
        Guide to the first meeting
      </Link>
    </p>
  )
}
