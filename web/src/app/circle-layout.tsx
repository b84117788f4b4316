import { Outlet, useMatches } from 'react-router'
import { type Module, useModules } from '@/lib/modules'
import { paths } from '@/lib/paths'
import { LinkTabs } from '@/ui/link-tabs'
import { pageOf } from './page'
import { UnverifiedNotice } from './unverified-notice'

const tabs: readonly { to: string; label: string; module?: Module }[] = [
  { to: paths.circle, label: 'Home' },
  { to: paths.circleSessions, label: 'Sessions', module: 'sessions' },
  { to: paths.circleDirectory, label: 'Directory', module: 'directory' },
  { to: paths.circleProfile, label: 'Your profile', module: 'directory' },
  { to: paths.circleIntroductions, label: 'Introductions', module: 'directory' },
  { to: paths.circleMentors, label: 'Mentors', module: 'directory' },
  { to: paths.circleSeats, label: 'Board seats', module: 'board-seats' },
  { to: paths.circlePolls, label: 'Consultations', module: 'consultations' },
  { to: paths.circleLibrary, label: 'Library', module: 'library' },
]

/** The tabs that every page of the members' circle shares, and the heading of those that do not show one record. */
export function CircleLayout() {
  const page = pageOf(useMatches())
  const isOn = useModules()
  return (
    <div className="page py-12 md:py-16">
      <p className="chapter">The circle</p>
      {!page?.hasOwnHeading && (
        <h1 className="display-2 mt-3" tabIndex={-1}>
          {page?.title}
        </h1>
      )}
      <div className="mt-8">
        <LinkTabs
          label="Pages of the circle"
          tabs={tabs.filter(({ module }) => !module || isOn(module))}
          root={paths.circle}
        />
      </div>
      <UnverifiedNotice />
      <div className="mt-10">
        <Outlet />
      </div>
    </div>
  )
}
