import { type createStore, Provider } from 'jotai'
import { useState } from 'react'
import type { Landing } from '@/features/content/api'
import { LandingPage } from '@/features/content/landing-page'
import { DraftReminder } from '@/features/nominations/draft-mark'
import type { SessionUser } from '@/lib/api-types'
import { ConfigContext } from '@/lib/config'
import { CurrentUserContext } from '@/lib/current-user'
import { NavigationContext } from '@/lib/navigation'
import { SectionBoundary } from '@/ui/section-boundary'
import type { LandingAccount } from './landing-account'
import { landingForm } from './landing-form'
import { useLandingNavigation } from './landing-navigation'
import type { PageState } from './page-state'
import { Shell } from './shell'
import { useLandingAccount } from './use-landing-account'

export type LandingState = PageState & { landing: Landing }

type LandingAppProps = {
  store: ReturnType<typeof createStore>
  state: LandingState
  /** Loads the components for signed-in users. */
  loadAccount: () => Promise<LandingAccount>
  /** Goes to another page. */
  leave: (to: string) => void
}

/**
 * The landing page as the server renders it and the browser hydrates it, without a router or a query client. Both are
 * loaded when the user is signed in or goes to another page.
 */
export function LandingApp({ store, state, loadAccount, leave }: LandingAppProps) {
  const navigation = useLandingNavigation(leave)
  const account = useLandingAccount(loadAccount)
  const [user, setUser] = useState<SessionUser | null>(null)
  return (
    <Provider store={store}>
      <ConfigContext value={state.config}>
        <CurrentUserContext value={user}>
          <NavigationContext value={navigation}>
            <Shell footer={state.footer} menus={account}>
              {account && <account.Session onUser={setUser} />}
              <DraftReminder />
              <SectionBoundary what="The page">
                <LandingPage landing={state.landing} form={landingForm} />
              </SectionBoundary>
            </Shell>
          </NavigationContext>
        </CurrentUserContext>
      </ConfigContext>
    </Provider>
  )
}

/** Reports whether a state has all the data of the landing page. */
export function hasLanding(state: PageState): state is LandingState {
  return state.landing !== undefined
}
