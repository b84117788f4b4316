import { paths } from '@/lib/paths'

// Any address will do: it only has to be the same before and after.
const origin = 'https://here.invalid'

/**
 * Where a sign-in leads: the page named by `redirect`, with the plan that was chosen there as `tierId`.
 * Whatever leads off the site, or back to the sign-in, is taken as the account.
 */
export function afterSignIn(search: URLSearchParams): string {
  const target = pageOfOurs(search.get('redirect') ?? '')
  if (!target || target.pathname === paths.auth) return paths.account
  const tierId = search.get('tierId')
  if (tierId) target.searchParams.set('tierId', tierId)
  return target.pathname + target.search + target.hash
}

// The browser's own parser decides, because it will decide again: "/\evil", "/\t/evil" and "//evil" are all elsewhere.
function pageOfOurs(redirect: string): URL | undefined {
  if (!redirect.startsWith('/') || !URL.canParse(redirect, origin)) return undefined
  const target = new URL(redirect, origin)
  // "/.//evil" is ours as written, and "//evil" once its dots are resolved.
  return target.origin === origin && !target.pathname.startsWith('//') ? target : undefined
}
