import { useEffect, useState } from 'react'
import { hasSessionHint, sessionChannel } from '@/lib/session-hint'
import type { LandingAccount } from './landing-account'

/**
 * Comes once somebody is signed in: here from the start, or later in another tab. The landing page
 * of a visitor asks the server nothing and does without.
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
        // a visitor's page, rather than one that waits for ever
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
