import type { SessionUser } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'

/** Whether the nomination goes in under an account. */
export function AccountNote({ user }: { user: SessionUser | null }) {
  if (user)
    return (
      <Notice tone="success" title={`Authenticated as ${user.name}`}>
        Your account’s details are filled in below, and your nomination will belong to it.
      </Notice>
    )
  return (
    <div data-for="anonymous">
      <Notice tone="info" title="Guest Registration">
        You can apply without an account. If you have one,{' '}
        <Link to={`${paths.auth}?redirect=${encodeURIComponent(paths.register)}`} className="text-link">
          sign in
        </Link>{' '}
        and we fill in what we know.
      </Notice>
    </div>
  )
}
