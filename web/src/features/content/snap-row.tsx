import type { ComponentProps } from 'react'
import { classes } from '@/ui/classes'
import { useScrollable } from '@/ui/use-scrollable'

/**
 * A list that is a row on phones, which scrolls sideways and shows the edge of the next item. On wider screens,
 * className defines the layout.
 */
export function SnapRow({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul {...useScrollable<HTMLUListElement>()} className={classes('snap-row', className)} {...rest} />
}
