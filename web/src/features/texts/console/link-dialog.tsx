import { useId, useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { isAllowedLink } from './documents'

type LinkDialogProps = {
  open: boolean
  /** The address of the link at the cursor. */
  href: string | undefined
  /** Called with the new address, or undefined to remove the link. */
  onLink: (href: string | undefined) => void
  onClose: () => void
}

/** Asks for the address of a link. */
export function LinkDialog({ open, href, onLink, onClose }: LinkDialogProps) {
  return (
    <Dialog open={open} title={href === undefined ? 'Add a link' : 'Change the link'} onClose={onClose}>
      <LinkForm href={href} onLink={onLink} />
    </Dialog>
  )
}

function LinkForm({ href, onLink }: Pick<LinkDialogProps, 'href' | 'onLink'>) {
  const [typed, setTyped] = useState(href ?? '')
  const [error, setError] = useState('')
  const id = useId()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const address = complete(typed.trim())
        if (isAllowedLink(address)) return onLink(address)
        setError('Please write an address such as https://example.com, /membership-plans or name@example.com')
        document.getElementById(id)?.focus()
      }}
    >
      <Field
        id={id}
        label="Address"
        required
        error={error}
        hint="A page of this site (/membership-plans), another site (https://…), an email address or a phone number."
      >
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
