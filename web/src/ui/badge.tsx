import type { ReactNode } from 'react'
import { classes } from './classes'

export type BadgeTone = 'plain' | 'outline' | 'success' | 'warning' | 'danger' | 'brand'

const tones: Record<BadgeTone, string> = {
  plain: 'bg-base-200 text-base-content',
  outline: 'border border-edge text-base-content',
  success: 'bg-success text-success-content',
  warning: 'bg-warning text-warning-content',
  danger: 'bg-error text-error-content',
  brand: 'bg-primary text-primary-content',
}

type BadgeProps = {
  tone?: BadgeTone
  /** Whether a label of several words may take more than one line. */
  wraps?: boolean
  children: ReactNode
}

/** A short label for a status. It does not make its line of text taller. */
export function Badge({ tone = 'plain', wraps = false, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'rounded-sm px-2 py-0.5 font-medium text-sm',
        wraps ? 'box-decoration-clone' : 'whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
