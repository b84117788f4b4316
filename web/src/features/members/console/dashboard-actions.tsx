import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import type { Route } from '@/lib/api'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'

const actions: readonly { needs: Route; to: string; name: string; what: string }[] = [
  {
    needs: 'POST /api/membership-tiers',
    to: href(consolePaths.memberships, { new: '1' }),
    name: 'Create New Membership Tier',
    what: 'A tier with its price and features',
  },
  {
    needs: 'GET /api/campaigns',
    to: consolePaths.campaigns,
    name: 'Send Email Campaign',
    what: 'One email to the people you choose',
  },
  {
    needs: 'POST /api/cms/content',
    to: consolePaths.content,
    name: 'Update Homepage Content',
    what: 'The sections of the landing page',
  },
]

/** Links to the most frequent tasks of admins. */
export function DashboardActions() {
  const may = useMay()
  return (
    <nav aria-label="Quick actions" className="max-xl:order-first max-xl:mb-8 xl:border-base-300 xl:border-t-2 xl:pt-4">
      <ul className="grid gap-3 md:grid-cols-3 xl:grid-cols-1">
        {actions
          .filter(({ needs }) => may(needs))
          .map(({ to, name, what }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex h-full min-h-11 items-center justify-between gap-2 border border-base-300 px-4 py-3.5 hover:border-edge hover:bg-base-200"
              >
                <span>
                  <span className="block font-semibold leading-snug">{name}</span>
                  <span className="block text-quiet text-sm">{what}</span>
                </span>
                <ArrowRight className="size-5 shrink-0 text-accent" strokeWidth={1.5} />
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
