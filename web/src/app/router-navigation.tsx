import { useStore } from 'jotai'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { DataRouter } from 'react-router'
import { NavigationContext } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { keepToastOverReload } from '@/ui/toast-queue'

/**
 * A page keeps the policy that it was loaded with, and the pages that pay and the console have others than the
 * site (pb_hooks/pages/webapp.go): those are loaded anew. The way back to the site is not, for it carries messages.
 */
function kindOf(pathname: string) {
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  if (path === paths.admin || path.startsWith(`${paths.admin}/`)) return 'console'
  return path === paths.membershipPlans ? 'pays' : 'site'
}

function loadAnewAsAnotherKind(pathname: string, store: ReturnType<typeof useStore>) {
  const [loaded] = performance.getEntriesByType?.('navigation') ?? []
  const kind = kindOf(pathname)
  if (loaded && kind !== 'site' && kindOf(new URL(loaded.name).pathname) !== kind) {
    keepToastOverReload(store)
    location.reload()
  }
}

/** Has our links lead on by way of the router. */
export function RouterNavigation({ router, children }: { router: DataRouter; children: ReactNode }) {
  const [key, setKey] = useState(router.state.location.key)
  const store = useStore()
  useEffect(() => {
    loadAnewAsAnotherKind(router.state.location.pathname, store)
    return router.subscribe(({ location }) => {
      setKey(location.key)
      loadAnewAsAnotherKind(location.pathname, store)
    })
  }, [router, store])
  const navigation = useMemo(
    () => ({
      key,
      go: (to: string) => {
        const replace = new URL(to, location.href).href === location.href
        router.navigate(to, { replace })
      },
    }),
    [router, key],
  )
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}
