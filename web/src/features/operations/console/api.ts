import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { FailedJobs, JobStats } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

export const jobStatsQuery = queryOptions({
  queryKey: queryKeys.jobStats,
  queryFn: ({ signal }) => send<JobStats[]>('/api/jobs', { signal }),
})

export const failedJobsQuery = infiniteQueryOptions({
  queryKey: queryKeys.failedJobs,
  queryFn: ({ signal, pageParam }) =>
    send<FailedJobs>(`/api/jobs/failed${pageParam && `?after=${encodeURIComponent(pageParam)}`}`, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next || undefined,
})

export const useRetryJob = () =>
  useServerMutation('retryJob', (id: string) =>
    send<void>(`/api/jobs/${encodeURIComponent(id)}/retry`, { method: 'POST' }),
  )
