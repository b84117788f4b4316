import { Link, Outlet } from 'react-router'
import type { SessionUser } from '@/lib/api-types'
import { useConfig } from '@/lib/config'
import { useOpenModules } from '@/lib/modules'
import { paths } from '@/lib/paths'
import { hasSessionHint, useSession } from '@/lib/session'
import { useTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { CommandPalette } from '@/ui/command-palette'
import { Logo } from '@/ui/logo'
import { initials } from '@/ui/portrait'
import { Footer, legalLinks } from './footer'
import { Frame } from './frame'
import { Gate } from './gate'
import { Header } from './header'
import { LanguageLinks, useHasLanguages } from './language-links'
import { LanguageMenu } from './language-menu'
import { SectionBar, SectionLinks } from './section-nav'
import { ThemeSwitch } from './theme-switch'
import { useDisclosure } from './use-disclosure'
import { MenuLink, UserEntries } from './user-menu'

const loadFinder = () => import('./member-finder').then(({ MemberFinder }) => MemberFinder)

/** The frame of the circle and of the account. Visitors see the frame of the public pages, with the way to sign in. */
export function MemberLayout() {
  const { status } = useSession()
  // A page that gets longer after the answer has arrived loses its scroll position when it is reloaded.
  const isVisitor = status === 'loading' ? !hasSessionHint(document.cookie) : status === 'anonymous'
  return (
    <Frame header={isVisitor ? <Header /> : <MemberHeader />} footer={isVisitor ? <Footer /> : <MemberFooter />}>
      <Gate admits="users">
        <Outlet />
      </Gate>
    </Frame>
  )
}

function MemberHeader() {
  const { user } = useSession()
  return (
    <header className="sticky top-0 z-40 border-base-300 border-b bg-base-100">
      <div className="page flex h-16 items-center gap-6 xl:gap-10">
        <Link to={paths.home} className="flex min-h-11 items-center max-[21rem]:[&_span>span]:sr-only">
          <Logo />
        </Link>
        <SectionLinks />
        <div className="-mr-2 ml-auto flex items-center">
          <div className="max-lg:hidden">
            <LanguageMenu />
          </div>
          {user?.isMember && <CommandPalette loadFinder={loadFinder} />}
          <ThemeSwitch />
          {user && <OwnMenu user={user} />}
        </div>
      </div>
    </header>
  )
}

/** The menu behind the member's initials. */
function OwnMenu({ user }: { user: SessionUser }) {
  const { open, toggle, region } = useDisclosure()
  const isOpen = useOpenModules()
  const hasLanguages = useHasLanguages()
  return (
    <div ref={region} className="relative">
      <Button
        tone="quiet"
        aria-label={user.name}
        aria-expanded={open}
        aria-controls="user-menu"
        className="size-11 p-0"
        onClick={toggle}
      >
        <span className="flex size-8 items-center justify-center rounded-full bg-neutral font-semibold text-neutral-content text-xs">
          {initials(user.name)}
        </span>
      </Button>
      <div
        id="user-menu"
        hidden={!open}
        className="absolute top-full right-0 mt-2 max-h-[calc(100dvh-5rem)] w-[min(18rem,calc(100vw-2.5rem))] overflow-y-auto border border-base-300 bg-base-100 p-5 shadow-lg"
      >
        <UserEntries user={user}>
          {user.isMember && isOpen('directory') && <MenuLink to={paths.circleProfile}>Your profile</MenuLink>}
        </UserEntries>
        {hasLanguages && (
          <LanguageLinks
            className="mt-3 flex flex-wrap gap-x-6 border-base-300 border-t pt-3 lg:hidden"
            linkClassName="flex min-h-11 items-center hover:underline aria-[current]:font-semibold"
          />
        )}
      </div>
    </div>
  )
}

/** The links that each page needs, in one line, and on narrow screens the sections. */
function MemberFooter() {
  const text = useTexts('site')
  const config = useConfig()
  const link = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline'
  return (
    <footer className="pb-(--foot-bar)">
      <div className="page">
        <div className="flex flex-wrap gap-x-6 border-base-300 border-t py-2 text-quiet text-sm">
          {legalLinks.map(({ label, to }) => (
            <Link key={label} to={to} className={link}>
              {text(label)}
            </Link>
          ))}
          {config && (
            <a href={`mailto:${config.contactEmail}`} className={link}>
              {config.contactEmail}
            </a>
          )}
        </div>
      </div>
      <SectionBar />
    </footer>
  )
}
