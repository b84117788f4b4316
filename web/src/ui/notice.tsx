import type { ReactNode } from 'react'
import { classes } from './classes'

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const tones: Record<NoticeTone, string> = {
  info: 'border-info bg-info/8',
  success: 'border-success bg-success/8',
  warning: 'border-warning bg-warning/10',
  danger: 'border-error bg-error/8',
}

const titles: Record<NoticeTone, string> = {
  info: 'text-info',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-error',
}

/** A permanent message next to its subject. Use a toast for an event that has just happened. */
export function Notice({
  tone = 'info',
  title,
  children,
}: {
  tone?: NoticeTone
  title: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={classes('border-l-4 px-5 py-4', tones[tone])}>
      <p className={classes('font-semibold', titles[tone])}>{title}</p>
      {children && <div className="mt-1">{children}</div>}
    </div>
  )
}
