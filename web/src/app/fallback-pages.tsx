import { useRouteError } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { useTexts, useWords } from '@/lib/texts'
import { englishWords } from '@/lib/words'
import { Button, ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { EmptyState } from '@/ui/empty-state'
import { SectionError } from '@/ui/section-boundary'
import { Spinner } from '@/ui/spinner'
import { isLostScript, useReloadOfLostScript } from './lost-script'

/** Shown until the script of a page that the server does not render is loaded. */
export function LoadingPage() {
  const text = useTexts('site')
  return (
    <div className="page flex justify-center py-40">
      <Spinner label={text.plain('form.loading') || englishWords.loading} size={28} />
    </div>
  )
}

/** Shown until the script of the console is loaded. It has the layout of ConsoleShell, whose styles arrive with the script. */
export function LoadingConsole() {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <div className="h-16 border-base-300 border-b bg-base-200 lg:h-dvh lg:border-r lg:border-b-0" />
      <div role="status" aria-label="Loading" className="min-w-0 px-5 py-8 sm:px-8 lg:py-10">
        <span className="mb-8 block h-10 w-3/5 max-w-80 rounded-box bg-base-200" />
        <span className="block h-64 rounded-box bg-base-200" />
      </div>
    </div>
  )
}

export function NotFoundPage() {
  const { user } = useSession()
  const text = useTexts('errors')
  return (
    <div className="page flex flex-col items-center gap-6 py-24 text-center">
      <DotRing share={0.75} className="size-40 text-primary" />
      <h1 className="display-2">{text('notFound.title')}</h1>
      <p className="lede">{text('notFound.text')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={paths.home}>{text('notFound.home')}</ButtonLink>
        <ButtonLink tone="outline" to={paths.membershipPlans}>
          {text('notFound.plans')}
        </ButtonLink>
        {user ? (
          <ButtonLink tone="outline" to={paths.account}>
            {text('notFound.account')}
          </ButtonLink>
        ) : (
          <ButtonLink tone="outline" to={paths.auth}>
            {text('notFound.signIn')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Replaces a page that failed to render. The header and the footer stay. */
export function ErrorPage() {
  const error = useRouteError()
  useReloadOfLostScript()
  const word = useWords()
  return (
    <div className="page py-16">
      <EmptyState
        title={word('crashed')}
        level={1}
        action={
          <>
            <Button onClick={() => location.reload()}>{word('retry')}</Button>
            <ButtonLink tone="outline" to={paths.home}>
              {word('home')}
            </ButtonLink>
          </>
        }
      >
        <p>{isLostScript(error) ? word('lostText') : messageOf(error, word.plain('crashedText'))}</p>
      </EmptyState>
    </div>
  )
}

/** Replaces a page of the account that failed, below the heading and the tabs. */
export function AccountErrorPage() {
  useReloadOfLostScript()
  return <SectionError what="This page" />
}
