/**
 * The areas of the query cache: the beginnings of keys that more than one feature reads or removes. A
 * feature adds the rest of its keys in its api.ts. The first part of a key is its audience: when a session ends, the
 * keys of its audience are removed.
 */
export const areas = {
  /** Data that everyone may see. */
  config: ['public', 'config'],
  texts: ['public', 'texts'],
  legal: ['public', 'legal'],
  tiers: ['public', 'tiers'],
  publicSessions: ['public', 'sessions'],

  /** The sessions of the member and of the admin. */
  user: ['session', 'user'],
  adminSession: ['session', 'admin'],

  /** Data of the signed-in member. */
  member: ['member'],
  membership: ['member', 'membership'],
  ownNomination: ['member', 'nomination'],
  sessions: ['member', 'sessions'],
  tenure: ['member', 'tenure'],
  directory: ['member', 'directory'],

  /** Data that an admin sees. */
  console: ['console'],
  admins: ['console', 'admins'],
  audit: ['console', 'audit'],
  books: ['console', 'books'],
  emails: ['console', 'emails'],
  imports: ['console', 'imports'],
  nominations: ['console', 'nominations'],
  payments: ['console', 'payments'],
  people: ['console', 'people'],
  pictures: ['console', 'pictures'],
  providers: ['console', 'providers'],
  officeSessions: ['console', 'sessions'],
  stats: ['console', 'stats'],
  allTiers: ['console', 'tiers'],
  officeTexts: ['console', 'texts'],
} as const
