/**
 * Options of a query whose data other people change while a member looks at it, such as a conversation or the places of a
 * session. The query runs when its page opens, when the window gets the focus or the network back, and every 20 seconds
 * while the window is visible. After an error it stops polling, so that a page whose session or membership has ended
 * stops calling the server until the user returns to it. docs/decisions/0033-members-poll.md says why members have no
 * push connection.
 */
export const changedByOthers = {
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchOnReconnect: true,
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? false : 20_000),
} as const
