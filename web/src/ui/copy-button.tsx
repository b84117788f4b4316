import { Button } from './button'
import { type Toast, useToast } from './toast-queue'

type CopyButtonProps = {
  text: string
  /** What the button says to a screen reader, such as “Copy payment id pay_123”. */
  label: string
  /** The toast once it is copied. */
  copied: Toast
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label, copied }: CopyButtonProps) {
  const toast = useToast()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast(copied)
    } catch {
      toast({
        title: 'Not copied',
        description: `Your browser did not allow it. Please copy it by hand: ${text}`,
        destructive: true,
      })
    }
  }
  return (
    <Button tone="quiet" aria-label={label} title={label} className="size-11 p-0" onClick={copy}>
      <svg
        viewBox="0 0 16 16"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        aria-hidden="true"
      >
        <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />
      </svg>
    </Button>
  )
}
