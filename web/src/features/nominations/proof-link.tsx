import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { forgotPassword } from '@/lib/forgot-password'
import { useSession } from '@/lib/session'
import { Button } from '@/ui/button'

/** Mails the account's owner the link that proves her address. */
export function ProofLink() {
  const { user } = useSession()
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState('')
  if (!user) return null
  const { email } = user

  async function mail() {
    setIsBusy(true)
    setOutcome('')
    try {
      await forgotPassword({ email })
      setOutcome(
        `The link is on its way to ${email}. It works once, within an hour; then log in with your new password.`,
      )
    } catch (error) {
      setOutcome(messageOf(error, 'The link could not be sent. Please try again.'))
    }
    setIsBusy(false)
  }

  return (
    <>
      <Button tone="outline" className="mt-4" busy={isBusy} onClick={mail}>
        Email me the link
      </Button>
      <p role="status" className="wrap-anywhere mt-3 empty:hidden">
        {outcome}
      </p>
    </>
  )
}
