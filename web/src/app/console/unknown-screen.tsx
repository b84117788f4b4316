import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

/** Shown for an address below /admin that no screen has. */
export function UnknownScreen() {
  return (
    <EmptyState
      title="404 Page Not Found"
      level={1}
      action={<ButtonLink to={paths.admin}>Go to the Dashboard</ButtonLink>}
    >
      <p>There is no console screen at this address.</p>
    </EmptyState>
  )
}
