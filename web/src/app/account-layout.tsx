import { Outlet, useMatches } from 'react-router'
import { paths } from '@/lib/paths'
import { LinkTabs } from '@/ui/link-tabs'
import { pageOf } from './page'

const tabs = [
  { to: paths.account, label: 'Overview' },
  { to: paths.accountProfile, label: 'Profile' },
  { to: paths.accountBilling, label: 'Billing' },
  { to: paths.accountSecurity, label: 'Security' },
  { to: paths.accountEmails, label: 'Emails' },
]

/** The heading and the tabs that every part of a member's account shares. */
export function AccountLayout() {
  const title = pageOf(useMatches())?.title
  return (
    <div className="page py-8 md:py-12">
      <p className="chapter">{title === 'Your account' ? 'Welcome' : 'Your account'}</p>
      <h1 className="display-2 mt-3" tabIndex={-1}>
        {title}
      </h1>
      <div className="mt-8">
        <LinkTabs label="Your account" tabs={tabs} />
      </div>
      <div className="mt-10">
        <Outlet />
      </div>
    </div>
  )
}
