import { lazy, Suspense, use, useEffect, useMemo } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { setConnectionWords } from '@/lib/api-error'
import { useHydrated } from '@/lib/hydrated'
import { hasAdminHint, isAdmin, useLoadSession, useSession } from '@/lib/session'
import { DisplayContext, useTexts, WordsContext } from '@/lib/texts'
import { Toasts } from '@/ui/toasts'
import { useEarlyPresses } from './early-presses'
import { useArrival } from './use-arrival'

// Only editors load it.
const PageEditMode = lazy(async () => ({ default: (await import('@/app/console/edit-mode')).PageEditMode }))

// Only admins load it. If it cannot be loaded, the page has no link for editing.
const EditLink = lazy(() =>
  import('./edit-link').then(
    ({ EditLink }) => ({ default: EditLink }),
    () => ({ default: () => null }),
  ),
)

/** What every page of the site has, whatever its frame. */
export function SiteLayout() {
  const text = useTexts('site')
  // A new value would make React discard the parts of the page that it has not hydrated yet.
  const words = useMemo(() => text.group('form'), [text])
  const { isEditing } = use(DisplayContext)
  const isHydrated = useHydrated()
  const { user } = useSession()
  useEarlyPresses()
  useArrival()
  useLoadSession()
  useEffect(() => setConnectionWords(words.plain), [words])
  return (
    <WordsContext value={words}>
      <div className="flex min-h-dvh flex-col">
        {/* With script it does not navigate, because that would drop the state that a page was opened with. */}
        {/* biome-ignore lint/a11y/useValidAnchor: without script it is a link within the page */}
        <a
          href="#content"
          onClick={(event) => {
            event.preventDefault()
            document.getElementById('content')?.focus()
          }}
          className="sr-only z-50 bg-neutral px-5 py-3 text-neutral-content focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {text('skip')}
        </a>
        {!isEditing && isHydrated && (hasAdminHint(document.cookie) || isAdmin(user)) && (
          <Suspense>
            <EditLink />
          </Suspense>
        )}
        <Outlet />
        <Toasts />
        <ScrollRestoration />
        {isEditing && isHydrated && (
          <Suspense>
            <PageEditMode />
          </Suspense>
        )}
      </div>
    </WordsContext>
  )
}
