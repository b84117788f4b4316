import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes'

type DisclosureProps = {
  label: ReactNode
  className?: string
  /** Opens the content, for example because it has an error. */
  open?: boolean
  children: ReactNode
}

/** A label that opens to show more content; the icon shows whether it is open. */
export function Disclosure({ label, className, open, children }: DisclosureProps) {
  return (
    <details className={classes('group', className)} open={open}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-90 motion-reduce:transition-none" />
        {label}
      </summary>
      {children}
    </details>
  )
}
