import type { ReactNode } from 'react'
import { Elsewhere, InEnglish } from '@/lib/texts'

/** A text that an admin wrote for a plan, which is in English in all languages. */
export function PlanText({ children }: { children: ReactNode }) {
  return (
    <Elsewhere from="plans">
      <InEnglish>{children}</InEnglish>
    </Elsewhere>
  )
}
