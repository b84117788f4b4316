import { Outlet, useMatches } from 'react-router'
import { useOpenModules } from '@/lib/modules'
import { paths } from '@/lib/paths'
import { classes } from '@/ui/classes'
import { LinkTabs } from '@/ui/link-tabs'
import { pageOf } from './page'
import { useCurrentSection } from './sections'
import { UnverifiedNotice } from './unverified-notice'

/** The tabs of a section with several parts, and the heading of the pages that do not show one record. */
export function CircleLayout() {
  const page = pageOf(useMatches())
  const section = useCurrentSection()
  const isOpen = useOpenModules()
  const hasParts = section && section.parts.length > 1 && (!section.module || isOpen(section.module))
  return (
    <div className={classes('page pb-8 md:pb-12', hasParts ? 'pt-3 md:pt-5' : 'pt-8 md:pt-10')}>
      {hasParts && <LinkTabs label={section.label} tabs={section.parts} root={paths.circle} />}
      {!page?.hasOwnHeading && (
        <h1 className="display-2" tabIndex={-1}>
          {page?.title}
        </h1>
      )}
      <UnverifiedNotice />
      <div className="not-first:mt-8">
        <Outlet />
      </div>
    </div>
  )
}
