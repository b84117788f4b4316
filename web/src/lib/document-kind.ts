import { paths } from './paths'

/**
 * A document keeps the policy that it was loaded with, and the pages that pay and the console have others than the
 * site (pb_hooks/pages/webapp.go): those are loaded anew. The way back to the site is not, for it carries messages.
 */
export function documentKind(pathname: string) {
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  if (path === paths.admin || path.startsWith(`${paths.admin}/`)) return 'console'
  return path === paths.membershipPlans || path === paths.accountCard ? 'pays' : 'site'
}
