import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useHydrated } from '@/lib/hydrated'
import { useHasCircle } from '@/lib/modules'
import { useSession } from '@/lib/session'
import { useTexts } from '@/lib/texts'
import { InvitedPage } from './invited-page'
import { LoginForm } from './login-form'
import { MembersPanel } from './members-panel'
import { RegisterForm } from './register-form'
import { afterSignIn } from './safe-redirect'
import { Tabs } from './tabs'

export function AuthPage() {
  const [search] = useSearchParams()
  const hydrated = useHydrated()
  const invitation = hydrated && search.get('invitation')
  return invitation ? <InvitedPage key={invitation} token={invitation} /> : <SignIn />
}

function SignIn() {
  const text = useTexts('sign-in')
  const [search, setSearch] = useSearchParams()
  const { user } = useSession()
  const hasCircle = useHasCircle()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const selected = hydrated && search.get('tab') === 'register' ? 'register' : 'login'
  const target = afterSignIn(search, hasCircle && (user?.isMember ?? false))

  useEffect(() => {
    if (user) navigate(target, { replace: true })
  }, [user, target, navigate])

  function select(tab: string) {
    const next = new URLSearchParams(search)
    next.set('tab', tab)
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return (
    <div className="page grid gap-x-16 gap-y-14 py-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:py-20">
      <div className="max-w-text">
        <h1 className="display-2">{text(`${selected}.title`)}</h1>
        <div className="mt-8">
          <Tabs
            label={text.plain('tabs')}
            tabs={[
              { id: 'login', label: text('login.tab') },
              { id: 'register', label: text('register.tab') },
            ]}
            selected={selected}
            onSelect={select}
          />
        </div>
        {/* Both forms stay mounted, so that switching tabs keeps what was typed. */}
        <div
          id="login-panel"
          role="tabpanel"
          aria-labelledby="login-tab"
          hidden={selected !== 'login'}
          className="pt-8"
        >
          <LoginForm />
        </div>
        <div
          id="register-panel"
          role="tabpanel"
          aria-labelledby="register-tab"
          hidden={selected !== 'register'}
          className="pt-8"
        >
          <RegisterForm />
        </div>
      </div>
      <MembersPanel />
    </div>
  )
}
