import type { QueuedNomination } from '@/lib/api-types'
import { useNow } from '@/lib/use-now'
import { classes } from '@/ui/classes'
import { DotRing } from '@/ui/dot-ring'
import { type ClockReading, readClock } from './clock'

const tones: Record<ClockReading['tone'], { ring: string; text: string }> = {
  calm: { ring: 'text-success', text: '' },
  soon: { ring: 'text-primary', text: 'font-semibold' },
  late: { ring: 'text-error', text: 'font-semibold text-error' },
  still: { ring: 'text-quiet', text: 'text-quiet' },
}

type ClockRingProps = {
  clock: Pick<QueuedNomination, 'secondsLeft' | 'pausedAt' | 'decidedAt'>
  /** When the server answered, in milliseconds. */
  asOf: number
  /** Larger, for the nomination's own page. */
  large?: boolean
}

/** The time left of the promised 48 hours: a ring of twelve dots, four hours each, and a text. */
export function ClockRing({ clock, asOf, large = false }: ClockRingProps) {
  const now = useNow().getTime()
  const { share, tone, text } = readClock(clock, Math.max(0, (now - asOf) / 1000))
  return (
    <span className="inline-flex items-center gap-2.5 tabular-nums">
      <DotRing
        dots={12}
        share={share}
        className={classes('shrink-0', large ? 'size-10' : '-my-1 size-6', tones[tone].ring)}
      />
      <span className={classes(!large && 'self-baseline', tones[tone].text)}>{text}</span>
    </span>
  )
}
