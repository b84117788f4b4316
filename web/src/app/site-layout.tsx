import { useQuery } from '@tanstack/react-query'
import { Outlet, ScrollRestoration } from 'react-router'
import { footerQuery } from '@/features/content/api'
import { useLoadSession } from '@/lib/session'
import { Toasts } from '@/ui/toasts'
import { useEarlyPresses } from './early-presses'
import { Footer } from './footer'
import { Header } from './header'
import { useArrival } from './use-arrival'

/** The frame of every page: header, content and footer. */
export function SiteLayout() {
  const footer = useQuery(footerQuery).data
  useEarlyPresses()
  useArrival()
  useLoadSession()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 bg-neutral px-5 py-3 text-neutral-content focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Header />
      <main id="content" tabIndex={-1} className="flex-1 focus:outline-none">
        <noscript>
          <p className="page pt-6 text-quiet">
            You can read everything here without JavaScript. To apply or sign in, please turn on JavaScript.
          </p>
        </noscript>
        <Outlet />
      </main>
      <Footer content={footer} />
      <Toasts />
      <ScrollRestoration />
    </div>
  )
}
