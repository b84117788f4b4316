import type { ReactNode } from 'react'
import type { Row } from '@/features/content/api'
import { Toasts } from '@/ui/toasts'
import { useEarlyPresses } from './early-presses'
import { Footer } from './footer'
import type { AccountMenus } from './header'
import { Header } from './header'

type ShellProps = {
  footer: Row | undefined
  /** Undefined until the code for signed-in users is loaded. */
  menus: AccountMenus | undefined
  children: ReactNode
}

/** The frame of every page: header, content and footer. */
export function Shell({ footer, menus, children }: ShellProps) {
  useEarlyPresses()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 bg-neutral px-5 py-3 text-neutral-content focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Header menus={menus} />
      <main id="content" tabIndex={-1} className="flex-1 focus:outline-none">
        <noscript>
          <p className="page pt-6 text-quiet">
            You can read everything here without JavaScript. To apply or to sign in, please switch it on.
          </p>
        </noscript>
        {children}
      </main>
      <Footer content={footer} />
      <Toasts />
    </div>
  )
}
