import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { Link } from '@/ui/link'
import { hasDraftMark } from './draft-mark'

/** At the top of the page, to whoever has begun the form here before. */
export function DraftReminder() {
  if (!useHydrated() || !hasDraftMark()) return null
  return (
    <p className="border-base-300 border-b bg-base-200">
      <span className="page block py-2.5">
        You have begun a nomination.{' '}
        <Link to={paths.register} className="text-link">
          Go on with it
        </Link>
      </span>
    </p>
  )
}
