import { Copy } from 'lucide-react'
import { Button, iconButton } from './button'
import { type Toast, useToast } from './toast-queue'

type CopyButtonProps = {
  text: string
  /** The accessible name, such as “Copy payment id pay_123”. */
  label: string
  /** The toast after copying. */
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
        title: 'Could not copy',
        description: `Your browser did not allow it. Please copy the text yourself: ${text}`,
        destructive: true,
      })
    }
  }
  return (
    <Button tone="quiet" aria-label={label} className={iconButton} onClick={copy}>
      <Copy className="size-4" strokeWidth={1.75} />
    </Button>
  )
}
