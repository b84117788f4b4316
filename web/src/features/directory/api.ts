import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Card = Answer<'GET /api/directory'>['people'][number]
export type Person = Answer<'GET /api/directory/{person}'>
export type Vouch = Person['vouches'][number]
export type Contacts = Answer<'POST /api/directory/{person}/contact'>

/** The filters in the address of the directory. The server checks their values. */
export type Filters = Partial<Record<'search' | 'city' | 'sector' | 'language' | 'canHelpWith' | 'sort', string>>

const keys = {
  list: [...areas.directory, 'list'],
  person: [...areas.directory, 'person'],
  blocks: [...areas.directory, 'blocks'],
  vouches: [...areas.directory, 'vouches'],
}

/** A page of the directory. */
export const directoryQuery = (filters: Filters, page: number) =>
  queryOptions({
    queryKey: [...keys.list, filters, page],
    queryFn: ({ signal }) => call('GET /api/directory', { query: { ...filters, page: String(page) } as never, signal }),
    placeholderData: keepPreviousData,
  })

/** A member's profile. */
export const personQuery = (person: string) =>
  queryOptions({
    queryKey: [...keys.person, person],
    queryFn: ({ signal }) => call('GET /api/directory/{person}', { path: { person }, signal }),
  })

/** The people whom the member has blocked. */
export const blocksQuery = queryOptions({
  queryKey: keys.blocks,
  queryFn: ({ signal }) => call('GET /api/blocks', { signal }),
})

/** The vouches about the member, and those by the member. */
export const vouchesQuery = queryOptions({
  queryKey: keys.vouches,
  queryFn: ({ signal }) => call('GET /api/vouches', { signal }),
})

/** Vouches for a member. */
export const useVouch = (person: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/directory/{person}/vouch'>) =>
      call('POST /api/directory/{person}/vouch', { path: { person }, body }),
  })

/** Approves or declines a vouch about the member, removes an approved one, or withdraws one by the member. */
export const useChangeVouch = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: 'approve' | 'decline' | 'end' }) =>
      change === 'end'
        ? call('DELETE /api/vouches/{id}', { path: { id } })
        : change === 'approve'
          ? call('POST /api/vouches/{id}/approve', { path: { id } })
          : call('POST /api/vouches/{id}/decline', { path: { id } }),
  })

/** Saves the member's own profile, and with it the account's designation, company and biography. */
export const useSaveProfile = () =>
  useMutation({
    mutationFn: (body: Body<'PUT /api/profile'>) => call('PUT /api/profile', { body }),
  })

/** Publishes the member's own profile with their consent. */
export const usePublish = () =>
  useMutation({
    mutationFn: (wording: string) => call('POST /api/profile/publish', { body: { wording, agree: true } }),
  })

/** Takes the member's own profile off the directory. */
export const useWithdraw = () =>
  useMutation({
    mutationFn: () => call('POST /api/profile/withdraw'),
  })

/** Loads a member's contacts. The server stores the request. */
export const useShowContacts = (person: string) =>
  useMutation({ mutationFn: () => call('POST /api/directory/{person}/contact', { path: { person } }) })

/** Blocks a member. */
export const useBlock = (person: string) =>
  useMutation({
    mutationFn: () => call('POST /api/directory/{person}/block', { path: { person } }),
  })

/** Unblocks a member. */
export const useUnblock = () =>
  useMutation({
    mutationFn: (person: string) => call('DELETE /api/directory/{person}/block', { path: { person } }),
  })
