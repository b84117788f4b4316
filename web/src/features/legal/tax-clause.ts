import { useConfig } from '@/lib/config'

/** Returns a clause about tax, or "" if the organisation charges none. */
export function useTaxClause(clause: string): string {
  return useConfig()?.isTaxCharged === false ? '' : clause
}
