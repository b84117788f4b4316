import { messageOf } from '@/lib/api-error'
import { Button } from './button'
import { Notice } from './notice'

type NotReadProps = {
  title: string
  error: unknown
  /** Another try is under way. */
  busy?: boolean
  onRetry: () => void
}

/** Stands where something should that could not be read: why, and another try. */
export function NotRead({ title, error, busy, onRetry }: NotReadProps) {
  return (
    <div role="alert">
      <Notice tone="danger" title={title}>
        <p>{messageOf(error, 'Something went wrong on the way.')}</p>
        <Button tone="outline" className="mt-3" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </div>
  )
}
