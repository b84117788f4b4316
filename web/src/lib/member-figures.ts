import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { MemberFigures } from './generated'
import { useLive } from './live'
import { send } from './server'

const path = '/api/members/figures'

/** The numbers over the members' and the payments' lists; they follow what happens. */
export function useMemberFigures(): { figures: MemberFigures | undefined; haveFailed: boolean } {
  const { data, isError, refetch } = useQuery({
    queryKey: ['console', path],
    queryFn: ({ signal }) => send<MemberFigures>(path, { signal }),
  })
  const refresh = useCallback(() => {
    refetch()
  }, [refetch])
  useLive(['members', 'nominations', 'payments'], refresh)
  return { figures: data, haveFailed: isError && !data }
}

/** A number of people or payments, in Indian grouping. */
export function count(number: number): string
export function count(number: number | undefined): string | undefined
export function count(number: number | undefined): string | undefined {
  return number?.toLocaleString('en-IN')
}
