import { Outlet, useMatches } from 'react-router'
import { paths } from '@/lib/paths'
import { LinkTabs } from '@/ui/link-tabs'
import { pageOf } from './page'

const tabs = [
  { to: paths.circle, label: 'Home' },
  { to: paths.circleSessions, label: 'Sessions' },
  { to: paths.circleDirectory, label: 'Directory' },
  { to: paths.circleProfile, label: 'Your profile' },
  { to: paths.circleIntroductions, label: 'Introductions' },
  { to: paths.circleMentors, label: 'Mentors' },
  { to: paths.circleSeats, label: 'Board seats' },
  { to: paths.circlePolls, label: 'Polls' },
  { to: paths.circleLibrary, label: 'Library' },
]

/** The tabs that every page of the members' circle shares, and the heading of those that do not show one record. */
export function CircleLayout() {
  const page = pageOf(useMatches())
  return (
    <div className="page py-12 md:py-16">
      <p className="chapter">The circle</p>
      {!page?.hasOwnHeading && (
        <h1 className="display-2 mt-3" tabIndex={-1}>
          {page?.title}
        </h1>
      )}
      <div className="mt-8">
        <LinkTabs label="Pages of the circle" tabs={tabs} root={paths.circle} />
      </div>
      <div className="mt-10">
        <Outlet />
      </div>
    </div>
  )
}
