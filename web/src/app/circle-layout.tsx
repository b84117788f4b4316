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

/** The heading and the tabs that every page of the members' circle shares. */
export function CircleLayout() {
  const title = pageOf(useMatches())?.title
  return (
    <div className="page py-12 md:py-16">
      <p className="chapter">The circle</p>
      <h1 className="display-2 mt-3" tabIndex={-1}>
        {title}
      </h1>
      <div className="mt-8">
        <LinkTabs label="Pages of the circle" tabs={tabs} root={paths.circle} />
      </div>
      <div className="mt-10">
        <Outlet />
      </div>
    </div>
  )
}
