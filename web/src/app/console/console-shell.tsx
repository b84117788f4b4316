import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from 'react'
import { Link, matchPath, Navigate, Outlet, useLocation, useMatches, useNavigationType } from 'react-router'
import { adminAccessQuery, roleLabels, roleWords, useMay } from '@/lib/admin-access'
import type { AdminSession } from '@/lib/api-types'
import { consolePaths } from '@/lib/console-paths'
import { useFollowChanges } from '@/lib/live'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { CommandPalette } from '@/ui/command-palette'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { Logo } from '@/ui/logo'
import { ScreenSkeleton } from '@/ui/skeleton'
import { ThemeSwitch } from '../theme-switch'
import { useDisclosure } from '../use-disclosure'
import { ConsoleMenu, MenuButton, MenuSkeleton } from './console-menu'
import { consoleRoutes } from './routes'
import { homes, menuOf, type Screen, screenAt, screensOf } from './screens'

const loadFinder = () => import('./console-finder').then(({ ConsoleFinder }) => ConsoleFinder)

/** The frame of every console screen: the menu at its side, or above it on narrow screens. */
export function ConsoleShell({ session }: { session: AdminSession }) {
  useFollowChanges()
  const { open, toggle, region } = useDisclosure()
  return (
    <Frame
      region={region}
      tools={
        <>
          <CommandPalette loadFinder={loadFinder} />
          <ThemeSwitch />
          <MenuButton open={open} onPress={toggle} controls="console-menu" />
        </>
      }
      isMenuOpen={open}
      menu={<ConsoleMenu session={session} />}
    >
      <Suspense fallback={<ScreenSkeleton />}>
        <Allowed>
          <CurrentScreen />
        </Allowed>
      </Suspense>
    </Frame>
  )
}

/** The frame until the session is known. */
export function WaitingConsole() {
  return (
    <Frame tools={<ThemeSwitch />} isMenuOpen={false} menu={<MenuSkeleton />}>
      <ScreenSkeleton />
    </Frame>
  )
}

type FrameProps = {
  region?: RefObject<HTMLDivElement | null>
  /** The buttons beside the logo. */
  tools: ReactNode
  /** Whether the menu is shown in a narrow window. A wide one always shows it. */
  isMenuOpen: boolean
  menu: ReactNode
  children: ReactNode
}

function Frame({ region, tools, isMenuOpen, menu, children }: FrameProps) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] 2xl:grid-cols-[16.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 bg-neutral px-5 py-3 text-neutral-content focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header
        ref={region}
        className="sticky top-0 z-40 border-base-300 border-b bg-base-200 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto lg:border-r lg:border-b-0"
      >
        <div className="flex h-16 items-center gap-2 px-5 max-sm:gap-0 max-sm:px-3.5 lg:h-16 lg:shrink-0 lg:gap-0 lg:pr-1 lg:pl-4 lg:[&_button]:size-9 2xl:[&_button]:size-10">
          <Link
            to={paths.admin}
            className="mr-auto flex min-h-11 min-w-0 items-center lg:max-2xl:[&_span]:text-lg lg:max-2xl:[&_svg]:size-7"
            aria-label="Boardcircle console"
          >
            <Logo />
          </Link>
          {tools}
        </div>
        <div
          id="console-menu"
          className={
            // The header stays in view. A menu that is taller than the window scrolls separately.
            isMenuOpen
              ? 'max-lg:max-h-[calc(100dvh-4rem)] max-lg:overflow-y-auto max-lg:border-base-300 max-lg:border-t'
              : 'max-lg:hidden lg:flex lg:grow'
          }
        >
          {menu}
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="min-w-0 px-5 py-8 focus:outline-none sm:px-8 lg:px-6 lg:py-10 2xl:px-10"
      >
        <div className="mx-auto max-w-[80rem]">{children}</div>
      </main>
    </div>
  )
}

/** Waits until the admin's permissions are loaded. */
function Allowed({ children }: { children: ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery(adminAccessQuery)
  if (data) return children
  if (error)
    return <LoadError title="The console could not be opened" error={error} busy={isFetching} onRetry={refetch} />
  return <ScreenSkeleton />
}

/**
 * Shows the screen of the address if the admin's role includes it, else the reason why not. The start page redirects to
 * the role's home.
 */
function CurrentScreen() {
  const { pathname } = useLocation()
  const { screen } = screenAt(useMatches())
  const may = useMay()
  const { data: access } = useQuery(adminAccessQuery)
  useArrivalAt(screen)
  const isStart = matchPath(paths.admin, pathname) !== null
  const home =
    screensOf(consoleRoutes).find(({ path, needs }) => homes[access?.role ?? '']?.includes(path) && may(needs))?.path ??
    menuOf(consoleRoutes)
      .flatMap(({ parts }) => parts)
      .find(({ first }) => may(first.needs))?.first.path
  if (isStart && home && home !== paths.admin) return <Navigate to={home} replace />
  if (!screen || may(screen.needs)) return <Outlet />
  if (access?.switchedOff.includes(screen.needs)) return <SwitchedOff />
  return (
    <EmptyState
      title="Not part of your role"
      level={1}
      action={<ButtonLink to={paths.admin}>Back to dashboard</ButtonLink>}
    >
      <p>
        {access && `Your role is ${roleLabels[access.role]}: ${roleWords[access.role]} `}
        An owner can change it under Settings, Administrators.
      </p>
    </EmptyState>
  )
}

function SwitchedOff() {
  const may = useMay()
  return (
    <EmptyState
      title="Switched off"
      level={1}
      action={
        may('PUT /api/admin/modules/{id}') ? (
          <ButtonLink to={consolePaths.modules}>Open the modules</ButtonLink>
        ) : (
          <ButtonLink to={paths.admin}>Back to dashboard</ButtonLink>
        )
      }
    >
      <p>
        This screen belongs to a module that is switched off. Its data is kept. An owner can switch it on under
        Settings, Modules.
      </p>
    </EmptyState>
  )
}

/** Sets the tab's title and moves the focus to the heading of a new screen. */
function useArrivalAt(screen: Screen | undefined) {
  const { pathname } = useLocation()
  const isArrival = useRef(useNavigationType() === 'POP')

  // This runs before the page's own effect, which may set a more specific title.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same screen may show another record
  useLayoutEffect(() => {
    if (screen) document.title = `${screen.title} · Boardcircle console`
  }, [screen, pathname])

  // A later effect could take the focus from a field that is already being typed in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useLayoutEffect(() => {
    // On the first page load the browser handles the focus itself.
    if (!isArrival.current) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    isArrival.current = false
  }, [screen, pathname])
}
