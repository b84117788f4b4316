import { Link } from 'react-router'
import { useConfig } from '@/lib/config'
import { useHasTarget } from '@/lib/landing-sections'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { useTexts } from '@/lib/texts'
import { Button, ButtonLink } from '@/ui/button'
import { LanguageLinks, useHasLanguages } from './language-links'
import { ProviderLink, siteLinks } from './site-links'
import { ThemeSwitch } from './theme-switch'
import { useDisclosure } from './use-disclosure'
import { CircleLink, UserEntries } from './user-menu'

/** The header's navigation on narrow screens, behind one button. */
export function MobileMenu() {
  const { user } = useSession()
  const text = useTexts('site')
  const config = useConfig()
  const hasTarget = useHasTarget()
  const hasLanguages = useHasLanguages()
  const { open, toggle, region } = useDisclosure()
  return (
    <div ref={region} className="flex items-center lg:hidden">
      <ThemeSwitch />
      <Button
        tone="quiet"
        aria-expanded={open}
        aria-controls="mobile-menu"
        aria-label={text.plain(open ? 'menu.close' : 'menu.open')}
        className="-mr-3 size-11 p-0"
        onClick={toggle}
      >
        <svg
          viewBox="0 0 20 20"
          className="size-5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <path d={open ? 'm4 4 12 12M16 4 4 16' : 'M2 5.5h16M2 10h16M2 14.5h16'} />
        </svg>
      </Button>
      <nav
        id="mobile-menu"
        aria-label={text.plain('menu.mobileLabel')}
        hidden={!open}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4.5rem)] overflow-y-auto border-base-300 border-y bg-base-100"
      >
        <ul className="page divide-y divide-base-300 font-serif text-xl">
          {siteLinks
            .filter(({ to }) => hasTarget(to))
            .map(({ label, to }) => (
              <li key={label}>
                <Link to={to} className="flex min-h-13 items-center">
                  {text(label)}
                </Link>
              </li>
            ))}
          {config && (
            <li>
              <ProviderLink href={config.providerUrl} className="flex min-h-13 items-center" />
            </li>
          )}
        </ul>
        {hasLanguages && (
          <LanguageLinks
            className="page flex flex-wrap gap-x-6 border-base-300 border-t py-2"
            linkClassName="flex min-h-11 items-center aria-[current]:font-semibold"
          />
        )}
        <div className="page border-base-300 border-t py-5">
          {user ? (
            <UserEntries user={user}>
              <CircleLink user={user} />
            </UserEntries>
          ) : (
            <div data-for="anonymous" className="grid grid-cols-2 gap-3">
              <ButtonLink tone="outline" to={paths.auth}>
                {text('menu.login')}
              </ButtonLink>
              <ButtonLink to={paths.register}>{text('menu.apply')}</ButtonLink>
            </div>
          )}
        </div>
      </nav>
    </div>
  )
}
