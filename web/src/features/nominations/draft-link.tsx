import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { Button } from '@/ui/button'
import { mailDraftLink, type NominationRuleForm } from './form-api'

/** Under a saved draft: the link by which it is resumed on another device. */
export function DraftLink({ form }: { form: NominationRuleForm }) {
  const email = useWatch({ control: form.control, name: 'email' }) as string
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')

  async function mail() {
    setBusy(true)
    try {
      await mailDraftLink()
      setSaid(`The link is on its way to ${email}.`)
    } catch (error) {
      setSaid(messageOf(error, 'The link could not be sent. Please try again.'))
    }
    setBusy(false)
  }

  if (!email) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-quiet text-sm">
      <Button tone="quiet" busy={busy} onClick={mail}>
        Email me a link to go on elsewhere
      </Button>
      <p role="status" className="wrap-anywhere empty:hidden">
        {said}
      </p>
    </div>
  )
}
