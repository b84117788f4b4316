import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { useReport } from '@/ui/use-report'
import { withQuery } from './api'
import { AskDialog, type AskProps, CannotAsk, canAsk } from './ask'

/** Asks for an introduction in a list of people. What is possible is read when the button is pressed. */
export function AskButton({ person }: { person: AskProps['person'] }) {
  const client = useQueryClient()
  const report = useReport()
  const [isReading, setReading] = useState(false)
  const [state, setState] = useState<AskProps['state']>()
  const close = () => setState(undefined)

  async function open() {
    setReading(true)
    await report(client.fetchQuery(withQuery(person.id)).then(setState), { failed: 'The form could not be opened' })
    setReading(false)
  }

  return (
    <>
      <Button
        tone="quiet"
        // The button lies above the link that covers the whole card.
        className="relative -ml-3 px-3 text-[0.9375rem] text-accent"
        busy={isReading}
        onClick={open}
      >
        Ask for an introduction<span className="sr-only"> to {person.name}</span>
      </Button>
      {state && canAsk(state) && <AskDialog person={person} onClose={close} />}
      {state && !canAsk(state) && (
        <Dialog open title={`An introduction to ${person.name}`} onClose={close}>
          <CannotAsk person={person} state={state} />
        </Dialog>
      )}
    </>
  )
}
