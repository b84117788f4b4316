import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'

/** The data that a page shows of a route, and a function to reload it. */
export type Reading<Answer> = {
  /** Undefined until the first answer has arrived. */
  data: Answer | undefined
  error: Error | null
  isFetching: boolean
  /** When the data was loaded, in milliseconds; 0 before that. */
  asOf: number
  refresh: () => void
}

/** Runs a query, for a page with a Refresh button. */
export function useReading<Answer, Key extends QueryKey>(
  query: Pick<UseQueryOptions<Answer, Error, Answer, Key>, 'queryKey' | 'queryFn' | 'enabled'>,
): Reading<Answer> {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(query)
  const refresh = useCallback(() => {
    refetch()
  }, [refetch])
  return { data, error, isFetching, asOf: dataUpdatedAt, refresh }
}
