import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { Reauthentication } from '@/lib/account-api'
import { useMay } from '@/lib/admin-access'
import { type Answer, type Body, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import { useReading } from '@/lib/reading'
import { urgentPage } from './dashboard-urgent'

export type ChartMonth = Charts['months'][number]
export type ChartWeek = Charts['weeks'][number]
export type Charts = Answer<'GET /api/admin/charts'>
export type ImportLine = ImportReport['lines'][number]
export type ImportReport = Answer<'POST /api/members/imports/check'>
export type Lead = Row<'GET /api/members/leads'>
export type MemberImport = Answer<'GET /api/members/imports/{id}'>
export type MemberTerm = NonNullable<Answer<'GET /api/transactions/{id}'>['membership']>
export type RecentActivity = Row<'GET /api/admin/recent-activity'>

export const usersKey = [...areas.people, 'users'] as const
export const leadsKey = [...areas.people, 'leads'] as const
export const paidKey = [...areas.people, 'paid'] as const

/** The figures of the dashboard. */
export const useDashboardStats = () =>
  useReading({
    queryKey: [...areas.stats, 'dashboard'],
    queryFn: ({ signal }) => call('GET /api/admin/stats', { signal }),
  })

/** The newest nominations, sign-ups and payments. */
export const useRecentActivity = () =>
  useReading({
    queryKey: [...areas.stats, 'activity'],
    queryFn: ({ signal }) => call('GET /api/admin/recent-activity', { signal }),
  })

export const useCharts = () =>
  useReading({
    queryKey: [...areas.stats, 'charts'],
    queryFn: ({ signal }) => call('GET /api/admin/charts', { signal }),
  })

/** The nominations whose 48 hours end first. */
export function useMostUrgent() {
  const enabled = useMay()('GET /api/nominations')
  return useReading({
    enabled,
    queryKey: [...areas.nominations, 'urgent'],
    queryFn: ({ signal }) =>
      call('GET /api/nominations', { query: { state: 'open', sort: 'due', perPage: urgentPage }, signal }),
  })
}

/** The number of emails of the last 30 days that failed. */
export function useFailedEmails() {
  const enabled = useMay()('GET /api/emails/summary')
  return useReading({
    enabled,
    queryKey: [...areas.emails, 'failed'],
    queryFn: async ({ signal }) => (await call('GET /api/emails/summary', { signal })).recentlyFailed,
  })
}

export type SetupTask = Answer<'GET /api/admin/setup'>['lines'][number]['task']

const setupKey = [...areas.stats, 'setup'] as const

/** The checklist of the first setup. It is loaded each time, because other screens settle its tasks. */
export const setupQuery = queryOptions({
  queryKey: setupKey,
  queryFn: ({ signal }) => call('GET /api/admin/setup', { signal }),
  staleTime: 0,
})

/** Chooses the modules that are on. */
export const useChooseModules = () =>
  useMutation({
    mutationFn: (body: Body<'PUT /api/admin/modules'>) => call('PUT /api/admin/modules', { body }),
  })

/** Answers the setup's question who may buy with the default: anyone who is signed in. */
export const useKeepPurchasesOpen = () =>
  useMutation({
    mutationFn: () => call('PUT /api/admin/settings', { body: { purchaseNeedsApproval: false } }),
  })

export const useDismissSetup = () =>
  useMutation({
    mutationFn: () => call('POST /api/admin/setup/dismiss'),
  })

/** A change of a member's terms: a complimentary membership, or another end of the given one. */
export type TermChange =
  | { step: 'grant'; body: Body<'POST /api/members/{id}/memberships'> }
  | {
      step: 'extend'
      membership: string
      body: Body<'POST /api/members/{id}/memberships/{membership}/extend'>
    }
  | {
      step: 'end'
      membership: string
      body: Body<'POST /api/members/{id}/memberships/{membership}/end'>
    }

function changeTerm(id: string, change: TermChange) {
  switch (change.step) {
    case 'grant':
      return call('POST /api/members/{id}/memberships', { path: { id }, body: change.body })
    case 'extend':
      return call('POST /api/members/{id}/memberships/{membership}/extend', {
        path: { id, membership: change.membership },
        body: change.body,
      })
    case 'end':
      return call('POST /api/members/{id}/memberships/{membership}/end', {
        path: { id, membership: change.membership },
        body: change.body,
      })
  }
}

export const useChangeTerm = (memberId: string) =>
  useMutation({
    mutationFn: (change: TermChange) => changeTerm(memberId, change),
  })

/** All tiers, including those that are not on sale. */
export const useTierChoices = () =>
  useQuery({
    queryKey: areas.allTiers,
    queryFn: ({ signal }) => call('GET /api/membership-tiers', { signal }),
  })

/** The file in the format of the import routes. */
export type ImportFile = { fileName: string; content: string; invite: boolean }

/** Returns the effect of the import on each row, without changing anything. */
export const useCheckImport = () =>
  useMutation({ mutationFn: (body: ImportFile) => call('POST /api/members/imports/check', { body }) })

type NewImport = { file: ImportFile; reauthentication?: Reauthentication }

/**
 * Starts an import. An import that sends emails needs re-authentication. The accounts are created in the background.
 */
export const useStartImport = () =>
  useMutation({
    mutationFn: ({ file, reauthentication }: NewImport) =>
      call('POST /api/members/imports', { body: { ...file, ...reauthentication } }),
  })
