import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { DataRouter } from 'react-router'
import { NavigationContext } from '@/lib/navigation'

/** Has our links lead on by way of the router. */
export function RouterNavigation({ router, children }: { router: DataRouter; children: ReactNode }) {
  const [key, setKey] = useState(router.state.location.key)
  useEffect(() => router.subscribe(({ location }) => setKey(location.key)), [router])
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
