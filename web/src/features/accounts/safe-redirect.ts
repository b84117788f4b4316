import { paths } from '@/lib/paths'

// Any origin works: it only has to be the same before and after.
const origin = 'https://here.invalid'

/**
 * Returns the page to show after a sign-in: the page in `redirect`, with the plan chosen there as `tierId`. A redirect
 * to another site, or back to the sign-in, becomes the home of the circle, or the account page for those who are not
 * in one.
 */
export function afterSignIn(search: URLSearchParams, isInCircle: boolean): string {
  const target = pageOfOurs(search.get('redirect') ?? '')
  if (!target || target.pathname === paths.auth) return isInCircle ? paths.circle : paths.account
  const tierId = search.get('tierId')
  if (tierId) target.searchParams.set('tierId', tierId)
  return target.pathname + target.search + target.hash
}

// Checks with the browser's own parser, because the browser will parse it again: "/\evil", "/\t/evil" and "//evil" all
// lead to other sites.
function pageOfOurs(redirect: string): URL | undefined {
  if (!redirect.startsWith('/') || !URL.canParse(redirect, origin)) return undefined
  const target = new URL(redirect, origin)
  // "/.//evil" is on our origin as written, but becomes "//evil" when its dots are resolved.
  return target.origin === origin && !target.pathname.startsWith('//') ? target : undefined
}
