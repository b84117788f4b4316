import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { isAdmin, useSession } from '@/lib/session'
import { useTexts, useWords } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'

/** Shows the page to users who may see it, and a notice to everyone else. The server checks access on its own. */
export function Gate({ admits, children }: { admits: 'users' | 'admins'; children: ReactNode }) {
  const text = useTexts('site').group('gate')
  const word = useWords()
  const { status, user } = useSession()
  const { pathname, search } = useLocation()
  // A user who signs out on this page does not see the notice that access is refused.
  const [wasIn, setWasIn] = useState(false)
  if (user && !wasIn) setWasIn(true)
  if (status === 'loading')
    return (
      <div className="page flex justify-center py-32">
        <Spinner label={word('loading')} size={28} />
      </div>
    )
  if (!user && wasIn)
    return (
      <Refusal title={text('signedOut.title')} text={text('signedOut.text')}>
        <ButtonLink to={paths.home}>{text('signIn.home')}</ButtonLink>
        <ButtonLink tone="outline" to={href(paths.auth, { redirect: pathname + search })}>
          {text('signedOut.again')}
        </ButtonLink>
      </Refusal>
    )
  if (!user)
    return (
      <Refusal title={text('signIn.title')} text={text('signIn.text')}>
        <ButtonLink to={href(paths.auth, { redirect: pathname + search })}>{text('signIn.signIn')}</ButtonLink>
        <ButtonLink tone="outline" to={paths.home}>
          {text('signIn.home')}
        </ButtonLink>
      </Refusal>
    )
  if (admits === 'admins' && !isAdmin(user))
    return (
      <AdminsOnly>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      </AdminsOnly>
    )
  return children
}

/** The notice for members without admin rights. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  return (
    <Refusal
      title="Admin Access Required"
      text="You don't have sufficient privileges to access this page. This section is restricted to administrators only."
    >
      {children}
    </Refusal>
  )
}

function Refusal({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <div className="page py-16">
      <EmptyState title={title} level={1} action={children}>
        <p>{text}</p>
      </EmptyState>
    </div>
  )
}
