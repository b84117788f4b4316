import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

/** Stands at the old address of the administration, for those who kept it. */
export function MovedPage() {
  return (
    <div className="page py-16">
      <EmptyState
        title="Administration has moved"
        level={1}
        action={<ButtonLink to={paths.admin}>Go to Administration</ButtonLink>}
      >
        <p>Administrators find everything at its new address.</p>
      </EmptyState>
    </div>
  )
}
