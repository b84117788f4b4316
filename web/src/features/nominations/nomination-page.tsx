import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useHref, useNavigate, useSearchParams } from 'react-router'
import { ApiError, messageOf } from '@/lib/api-error'
import { href } from '@/lib/href'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { useTexts, useWords } from '@/lib/texts'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { ownDetailQuery, useResumeDraft } from './api'
import { markResumed } from './draft-mark'
import { deleteStoredDraft } from './draft-storage'
import { OwnNominationView } from './own-view'

/** An applicant's own nomination, by an emailed link or for the signed-in user. It also handles links to drafts. */
export function NominationPage() {
  const text = useTexts('own-nomination')
  const [search] = useSearchParams()
  const hydrated = useHydrated()
  const { status } = useSession()
  if (!hydrated || status === 'loading') return <Waiting label={text('opening')} />
  const draft = search.get('draft')
  return draft ? <ResumeDraft token={draft} /> : <OwnNomination linkToken={search.get('token') ?? ''} />
}

// The token must not stay in the address, the history or a screenshot. It is stored, so that a reload still works.
function useCleanAddress() {
  const address = useHref(paths.nomination)
  useEffect(() => {
    window.history.replaceState(window.history.state, '', address)
  }, [address])
}

function OwnNomination({ linkToken }: { linkToken: string }) {
  const text = useTexts('own-nomination')
  const word = useWords()
  const { user } = useSession()
  const [token] = useState(() => linkToken || storedLink())
  useCleanAddress()
  useEffect(() => storeLink(token), [token])
  // A sign-in reloads the nomination, because the link may have verified the account's address.
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...ownDetailQuery(token, user?.email),
    enabled: Boolean(token || user),
  })

  if (data) return <OwnNominationView nomination={data} token={token} asOf={dataUpdatedAt} />
  if (!token && !user) return <SignInFirst />
  if (!error) return <Waiting label={text('opening')} />
  const isUnknown = error instanceof ApiError && error.status === 404
  if (isUnknown && token) return <UnknownLink message={error.message} />
  if (isUnknown) return <NoNomination />
  return (
    <Frame title={text('chapter')}>
      <Notice tone="danger" title={text('notLoaded')}>
        <p>{messageOf(error, word.plain('again'))}</p>
        <Button tone="outline" className="mt-4" busy={isFetching} onClick={() => refetch()}>
          {word('retry')}
        </Button>
      </Notice>
    </Frame>
  )
}

function SignInFirst() {
  const text = useTexts('own-nomination')
  const login = href(paths.auth, { redirect: paths.nomination })
  return (
    <Frame title={text('chapter')}>
      <p>{text('signIn.text')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={login}>{text('signIn.signIn')}</ButtonLink>
        <ButtonLink tone="outline" to={paths.register}>
          {text('signIn.nominate')}
        </ButtonLink>
      </div>
    </Frame>
  )
}

function UnknownLink({ message }: { message: string }) {
  const text = useTexts('own-nomination')
  useEffect(deleteStoredLink, [])
  return (
    <Frame title={text('unknown.title')}>
      <p>{message}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={paths.contact}>{text('unknown.contact')}</ButtonLink>
        <ButtonLink tone="outline" to={paths.register}>
          {text('signIn.nominate')}
        </ButtonLink>
      </div>
    </Frame>
  )
}

function NoNomination() {
  const text = useTexts('own-nomination')
  return (
    <div className="page py-16">
      <EmptyState
        title={text('none.title')}
        level={1}
        action={<ButtonLink to={paths.register}>{text('signIn.nominate')}</ButtonLink>}
      >
        <p>{text('none.text')}</p>
      </EmptyState>
    </div>
  )
}

/** Makes the draft of an emailed link this browser's draft. The form then restores it. */
function ResumeDraft({ token }: { token: string }) {
  const text = useTexts('own-nomination')
  const navigate = useNavigate()
  const { mutate, error } = useResumeDraft()
  const isAsked = useRef(false)
  useCleanAddress()
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    mutate(token, {
      onSuccess: () => {
        deleteStoredDraft() // the applicant wants the draft of the link, not the local one
        markResumed()
        navigate(paths.register, { replace: true })
      },
    })
  }, [mutate, navigate, token])
  if (!error) return <Waiting label={text('draft.opening')} />
  return (
    <Frame title={text('draft.failed')}>
      <p>{messageOf(error, text.plain('draft.text'))}</p>
      <ButtonLink to={paths.register} className="mt-6">
        {text('draft.start')}
      </ButtonLink>
    </Frame>
  )
}

function Frame({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="page py-14 md:py-20">
      <div className="max-w-text">
        <h1 className="display-2">{title}</h1>
        <div className="mt-6">{children}</div>
      </div>
    </div>
  )
}

function Waiting({ label }: { label: ReactNode }) {
  const text = useTexts('own-nomination')
  return (
    <Frame title={text('chapter')}>
      <Spinner label={label} />
    </Frame>
  )
}

// The token of an applicant's link, stored as long as the tab is open, so that a reload or a sign-in finds the page
// again.

const key = 'nomination-link'

export function storedLink(): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function storeLink(token: string): void {
  try {
    if (token) sessionStorage.setItem(key, token)
  } catch {
    // Without storage the applicant has to open the link again.
  }
}

export function deleteStoredLink(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}
