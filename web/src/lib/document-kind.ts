import { paths } from './paths'

/**
 * A document keeps the security policy that it was loaded with. Payment pages and the console have other policies than
 * the site (pb_hooks/pages/webapp.go), so they need a full page load.
 */
export function documentKind(pathname: string) {
  const path = pathname
    .toLowerCase()
    .replace(/^\/[a-z]{2}(?=\/|$)/, '') // the language
    .replace(/\/+$/, '')
  if (path === paths.admin || path.startsWith(`${paths.admin}/`)) return 'console'
  return path === paths.membershipPlans || path === paths.accountCard ? 'pays' : 'site'
}

/** The kind that this document was loaded as; undefined on the server. */
export const loadedKind = globalThis.location && documentKind(location.pathname)
