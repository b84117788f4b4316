import { useEffect, useState } from 'react'
import { hasSessionHint, sessionChannel } from '@/lib/session-hint'
import type { LandingAccount } from './landing-account'

/**
 * Loads the code for signed-in users once a user is signed in, at the start or later in another tab. The landing page
 * of a visitor makes no calls to the server.
 */
export function useLandingAccount(load: () => Promise<LandingAccount>): LandingAccount | undefined {
  const [account, setAccount] = useState<LandingAccount>()

  useEffect(() => {
    const page = document.documentElement
    let isOver = false
    async function loadIfSignedIn() {
      if (!hasSessionHint(document.cookie)) {
        page.dataset.session = 'anonymous'
        return
      }
      try {
        const account = await load()
        if (!isOver) setAccount(account)
      } catch {
        // If loading fails, the page shows the visitor's buttons instead of waiting forever.
        page.dataset.session = 'anonymous'
      }
    }
    loadIfSignedIn()
    const otherTabs = new BroadcastChannel(sessionChannel)
    otherTabs.onmessage = loadIfSignedIn
    return () => {
      isOver = true
      otherTabs.close()
    }
  }, [load])

  return account
}
