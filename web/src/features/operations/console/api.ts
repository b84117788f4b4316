import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'

export type FailedJob = FailedJobs['jobs'][number]
type FailedJobs = Answer<'GET /api/jobs/failed'>
export type JobStats = Row<'GET /api/jobs'>

const jobs = [...areas.console, 'jobs'] as const

export const jobStatsQuery = queryOptions({
  queryKey: [...jobs, 'stats'],
  queryFn: ({ signal }) => call('GET /api/jobs', { signal }),
})

export const failedJobsQuery = infiniteQueryOptions({
  queryKey: [...jobs, 'failed'],
  queryFn: ({ signal, pageParam }) =>
    call('GET /api/jobs/failed', { query: pageParam ? { after: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next || undefined,
})

export const useRetryJob = () =>
  useMutation({
    mutationFn: (id: string) => call('POST /api/jobs/{id}/retry', { path: { id } }),
  })
