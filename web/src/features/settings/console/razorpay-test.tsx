import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { ProviderTried } from '@/lib/generated'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { testRazorpay } from './calls'

/** Asks Razorpay for something that changes nothing. */
export function RazorpayTest({ configured, onTried }: { configured: boolean; onTried: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<ProviderTried>()

  async function test() {
    setBusy(true)
    setOutcome(undefined)
    try {
      setOutcome(await testRazorpay())
      onTried()
    } catch (error) {
      setOutcome({ ok: false, sentence: messageOf(error, 'Razorpay could not be asked. Please try again.') })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p className="mb-3 max-w-text text-quiet">
        {configured
          ? 'A test lists the payments of the last minute: it moves no money and changes nothing.'
          : 'Nothing can be bought until RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET are set where the site runs.'}
      </p>
      {configured && (
        <Button tone="outline" busy={isBusy} onClick={test}>
          Test the connection
        </Button>
      )}
      <div role="status" className="mt-4 empty:hidden">
        {outcome && (
          <Notice tone={outcome.ok ? 'success' : 'danger'} title={outcome.ok ? 'It works' : 'It did not work'}>
            <p className="break-words">{outcome.sentence}</p>
          </Notice>
        )}
      </div>
    </>
  )
}
