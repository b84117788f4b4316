import { Link } from 'react-router'
import { useConfig } from '@/lib/config'
import { useHasTarget } from '@/lib/landing-sections'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { Logo } from '@/ui/logo'
import { LanguageMenu } from './language-menu'
import { MobileMenu } from './mobile-menu'
import { ProviderLink, siteLinks } from './site-links'
import { ThemeSwitch } from './theme-switch'
import { UserMenu } from './user-menu'

export function Header() {
  const { user } = useSession()
  const text = useTexts('site')
  const config = useConfig()
  const hasTarget = useHasTarget()
  return (
    <header className="sticky top-0 z-40 border-base-300 border-b bg-base-100">
      <div className="page flex h-18 items-center gap-4 xl:gap-6">
        <Link to={paths.home} className="mr-auto flex min-h-11 items-center">
          <Logo />
        </Link>
        <nav aria-label={text.plain('menu.label')} className="hidden lg:block">
          <ul className="flex items-center gap-4 whitespace-nowrap text-[0.9375rem] xl:gap-6">
            {siteLinks
              .filter(({ to }) => hasTarget(to))
              .map(({ label, to }) => (
                <li key={label}>
                  <Link to={to} className="py-2 decoration-primary decoration-2 underline-offset-8 hover:underline">
                    {text(label)}
                  </Link>
                </li>
              ))}
            {config && (
              <li>
                <ProviderLink href={config.providerUrl} />
              </li>
            )}
          </ul>
        </nav>
        <div className="hidden items-center gap-2 lg:flex">
          <div className="flex">
            <LanguageMenu />
            <ThemeSwitch />
          </div>
          {user ? (
            <UserMenu user={user} />
          ) : (
            <div data-for="anonymous" className="flex items-center gap-2">
              <ButtonLink tone="quiet" to={paths.auth}>
                {text('menu.login')}
              </ButtonLink>
              <ButtonLink to={paths.register}>{text('menu.apply')}</ButtonLink>
            </div>
          )}
        </div>
        <MobileMenu />
      </div>
    </header>
  )
}
