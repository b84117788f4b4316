import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes'

type DisclosureProps = { label: ReactNode; className?: string; children: ReactNode }

/** Words that open to show more; the sign before them tells whether they are open. */
export function Disclosure({ label, className, children }: DisclosureProps) {
  return (
    <details className={classes('group', className)}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-90 motion-reduce:transition-none" />
        {label}
      </summary>
      {children}
    </details>
  )
}
