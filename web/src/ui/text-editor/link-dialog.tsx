import { useId, useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'

type LinkDialogProps = {
  open: boolean
  /** The address of the link at the cursor. */
  href: string | undefined
  /** What can be written besides complete addresses. */
  hint: string
  /** Addresses with a name, to choose from. */
  choices?: readonly { href: string; label: string }[]
  isAllowed: (href: string) => boolean
  /** Called with the new address, or undefined to remove the link. */
  onLink: (href: string | undefined) => void
  onClose: () => void
}

/** Asks for the address of a link. */
export function LinkDialog({ open, onClose, ...rest }: LinkDialogProps) {
  return (
    <Dialog open={open} title={rest.href === undefined ? 'Add a link' : 'Change the link'} onClose={onClose}>
      <LinkForm {...rest} />
    </Dialog>
  )
}

function LinkForm({ href, hint, choices = [], isAllowed, onLink }: Omit<LinkDialogProps, 'open' | 'onClose'>) {
  const isChoice = choices.some((choice) => choice.href === href)
  const [chosen, setChosen] = useState(isChoice ? href : '')
  const [typed, setTyped] = useState(isChoice ? '' : (href ?? ''))
  const [error, setError] = useState('')
  const id = useId()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) return onLink(chosen)
        const address = complete(typed.trim())
        if (isAllowed(address)) return onLink(address)
        setError('Please write an address such as https://example.com, /membership-plans or name@example.com')
        document.getElementById(id)?.focus()
      }}
    >
      {choices.length > 0 && (
        <Field label="Leads to" required className="mb-4">
          {(control) => (
            <select {...control} className="select" value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {choices.map((choice) => (
                <option key={choice.href} value={choice.href}>
                  {choice.label}
                </option>
              ))}
              <option value="">Another address</option>
            </select>
          )}
        </Field>
      )}
      {!chosen && (
        <Field id={id} label="Address" required error={error} hint={hint}>
          {(control) => (
            <input
              {...control}
              className="input"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {href !== undefined && (
          <Button tone="outline" onClick={() => onLink(undefined)}>
            Remove the link
          </Button>
        )}
        <Button type="submit">Save</Button>
      </div>
    </form>
  )
}

/** Adds what people leave out of an address. */
function complete(typed: string): string {
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(typed)) return `mailto:${typed}`
  if (/^\+?[\d ()-]{7,}$/.test(typed)) return `tel:${typed.replace(/[^+\d]/g, '')}`
  if (/^(www\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(\/\S*)?$/i.test(typed)) return `https://${typed}`
  return typed
}
