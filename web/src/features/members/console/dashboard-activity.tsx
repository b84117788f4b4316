import { dateAndTime } from '@/lib/formats'
import type { Reading } from '@/lib/reading'
import { CaseLink } from '@/ui/case-link'
import { Skeleton } from '@/ui/skeleton'
import type { RecentActivity } from './api'
import { DashboardPart } from './dashboard-part'

/** The latest events. */
export function DashboardActivity({ activity }: { activity: Reading<RecentActivity[]> }) {
  return (
    <section aria-labelledby="recent-activity" className="border-base-300 border-t-2 py-4">
      <h2 id="recent-activity" className="mb-2 font-sans font-semibold text-base tracking-normal">
        Recent Activity
      </h2>
      <DashboardPart what="The recent activity" reading={activity} waiting={<Skeleton lines={5} />}>
        {(events) =>
          events.length === 0 ? (
            <p className="text-[0.9375rem] text-quiet">No recent activity</p>
          ) : (
            <ol>
              {events.map(({ description, createdAt, subject, id }) => (
                <li
                  key={createdAt + description}
                  className="flex flex-wrap items-baseline justify-between gap-x-6 border-base-300 border-b py-2.5 text-[0.9375rem] leading-snug last:border-b-0"
                >
                  <p className="min-w-0">
                    <CaseLink subject={subject} id={id}>
                      {description}
                    </CaseLink>
                  </p>
                  <time dateTime={createdAt} className="whitespace-nowrap text-quiet text-sm tabular-nums">
                    {dateAndTime(createdAt)}
                  </time>
                </li>
              ))}
            </ol>
          )
        }
      </DashboardPart>
    </section>
  )
}
