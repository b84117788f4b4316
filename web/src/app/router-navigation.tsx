import { useStore } from 'jotai'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { DataRouter } from 'react-router'
import { documentKind } from '@/lib/document-kind'
import { NavigationContext } from '@/lib/navigation'
import { keepToastOverReload } from '@/ui/toast-queue'

function loadAnewAsAnotherKind(pathname: string, store: ReturnType<typeof useStore>) {
  const [loaded] = performance.getEntriesByType?.('navigation') ?? []
  const kind = documentKind(pathname)
  if (loaded && kind !== 'site' && documentKind(new URL(loaded.name).pathname) !== kind) {
    keepToastOverReload(store)
    location.reload()
  }
}

/** Makes the site's links navigate with the router. */
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
