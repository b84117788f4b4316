import { useEffect, useRef } from 'react'
import { Button } from '@/ui/button'
import { LeaveGuard } from '@/ui/leave-guard'
import { Notice } from '@/ui/notice'
import { useToast } from '@/ui/toast-queue'

/** Recovery codes, which are shown only now. */
export function RecoveryCodeList({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const toast = useToast()
  const top = useRef<HTMLDivElement>(null)

  // They come in the place of the button that was pressed for them.
  useEffect(() => top.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast({ title: 'Copied', description: 'Keep the codes where your phone is not' })
    } catch {
      toast({
        title: 'Not copied',
        description: 'Your browser did not allow it. Please write them down.',
        destructive: true,
      })
    }
  }
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-5">
      <Notice tone="warning" title="Keep these recovery codes now">
        <p>
          Each opens the console once in place of a code of your app, when your phone is lost. They are not shown again.
        </p>
      </Notice>
      <ol aria-label="Recovery codes" className="grid gap-x-8 gap-y-1.5 tabular-nums sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onKept}>I have kept them</Button>
        <Button tone="outline" onClick={copy}>
          Copy the codes
        </Button>
      </div>
      <LeaveGuard
        dirty
        title="Have you kept the recovery codes?"
        loss="They are not shown again. New ones can be made on this page, with a code of your app."
      />
    </div>
  )
}
