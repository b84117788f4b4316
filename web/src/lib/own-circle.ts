import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './api'
import { areas } from './areas'
import { counted } from './formats'

export type OwnCircle = Answer<'GET /api/user/circle'>

/** What the user has in the circle, also after their membership has ended. */
export const ownCircleQuery = queryOptions({
  queryKey: [...areas.member, 'own-circle'],
  queryFn: ({ signal }) => call('GET /api/user/circle', { signal }),
  staleTime: 0,
})

/** Names what the user has in the circle, without the next session. */
export function partsOf({ conversations, hasMentor, mentees, sessions }: OwnCircle): string[] {
  return [
    conversations > 0 ? counted(conversations, 'conversation') : '',
    hasMentor ? 'your mentor' : '',
    mentees > 0 ? `${counted(mentees, 'member')} whom you mentor` : '',
    sessions > 0 ? `your ${sessions === 1 ? 'place' : 'places'} in ${counted(sessions, 'upcoming session')}` : '',
  ].filter(Boolean)
}
