import type { QueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { DisplayOptions } from '@/lib/texts'
import { Providers } from './providers'

type SiteProps = {
  client: QueryClient
  router: DataRouter
  display: DisplayOptions
  /** Called with the errors of pages: of their scripts, which could not be loaded, and of their rendering. */
  onError: (error: unknown) => void
}

/** The whole site, at the router's current address. */
export function Site({ client, router, display, onError }: SiteProps) {
  return (
    <Providers store={getDefaultStore()} client={client} display={display}>
      <RouterProvider router={router} onError={onError} />
    </Providers>
  )
}
