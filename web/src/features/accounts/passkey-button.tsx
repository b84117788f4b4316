import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '@/lib/api-error'
import { useHydrated } from '@/lib/hydrated'
import { useWords } from '@/lib/texts'
import { Button } from '@/ui/button'
import { useToast } from '@/ui/toast-queue'
import { passkeysWork, wasCancelled } from './passkeys'

type PasskeyButtonProps<Answer> = {
  login: { mutateAsync: () => Promise<Answer>; isPending: boolean }
  onSignedIn?: (answer: Answer) => void
  label: ReactNode
  /** The title of the toast after a failure. */
  failed: string
}

/** Signs in with a passkey, if the browser supports them. */
export function PasskeyButton<Answer>({ login, onSignedIn, label, failed }: PasskeyButtonProps<Answer>) {
  const toast = useToast()
  const word = useWords()
  const hydrated = useHydrated()
  if (!hydrated || !passkeysWork()) return null

  async function signIn() {
    try {
      const answer = await login.mutateAsync()
      onSignedIn?.(answer)
    } catch (error) {
      if (wasCancelled(error)) return
      toast({ title: failed, description: messageOf(error, word.plain('again')), destructive: true })
    }
  }

  return (
    <Button tone="outline" className="max-xs:w-full" busy={login.isPending} onClick={signIn}>
      <KeyRound className="size-4" aria-hidden="true" />
      {label}
    </Button>
  )
}
