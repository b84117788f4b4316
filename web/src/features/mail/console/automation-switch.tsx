import { useState } from 'react'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import type { Automation } from './api'
import { useSaveAutomation } from './api'
import { consents, delayInWords } from './automation-words'

/** Turns an automation on or off, after a dialog has explained the effect. */
export function AutomationSwitch({ automation }: { automation: Automation }) {
  const toast = useToast()
  const report = useReport()
  const { mutateAsync, isPending } = useSaveAutomation()
  const [isOpen, setOpen] = useState(false)
  // The state when the dialog opened, so that its text does not change before it closes.
  const [wasOn, setWasOn] = useState(false)
  const isOn = automation.isOn
  function ask() {
    setWasOn(isOn)
    setOpen(true)
  }
  async function change() {
    if (await report(mutateAsync({ id: automation.id, values: { isOn: !wasOn } }), { failed: 'Not changed' })) {
      setOpen(false)
      toast({ title: wasOn ? 'Turned off' : 'Turned on' })
    }
  }
  return (
    <>
      <Button tone={isOn ? 'outline' : 'primary'} onClick={ask}>
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
      <Confirm
        open={isOpen}
        title={wasOn ? `Turn off “${automation.name}”?` : `Turn on “${automation.name}”?`}
        confirmLabel={wasOn ? 'Turn off' : 'Turn on'}
        isDestructive={wasOn}
        busy={isPending}
        onConfirm={change}
        onClose={() => setOpen(false)}
      >
        {wasOn ? (
          <p>No one will get this email. Emails that are still in the outbox are cancelled.</p>
        ) : (
          <p>
            From now on, each event triggers this email once. Sent: {delayInWords(automation.delayHours).toLowerCase()}.
            Earlier events do not trigger it. {consents[automation.consent].meaning}
          </p>
        )}
      </Confirm>
    </>
  )
}
