// Every query key; mutation.ts has what each mutation makes stale. The first word of a key is its audience: when a
// session ends, the data of that session is removed by it.

export const queryKeys = {
  /** What everybody may see. */
  config: ['public', 'config'],
  footer: ['public', 'footer'],
  landing: ['public', 'landing'],
  tiers: ['public', 'tiers'],

  /** Whoever holds the token of an invitation sees it, signed in or not. */
  invitation: (token: string) => ['invitation', token] as const,

  /** The two sessions, the member's and the admin's. */
  user: ['session', 'user'],
  adminSession: ['session', 'admin'],
  lapsedAdminSession: ['session', 'lapsed-admin'],

  /** What belongs to the signed-in member. */
  member: ['member'],
  membership: ['member', 'membership'],
  ownNomination: ['member', 'nomination'],

  /** What an admin sees. */
  console: ['console'],
  adminAccess: ['console', 'access'],
  admins: ['console', 'admins'],
  adminList: ['console', 'admins', 'list'],
  adminMembers: ['console', 'admins', 'members'],
  ownAdmin: ['console', 'own-admin'],
  ownSessions: ['console', 'own-sessions'],
  audit: ['console', 'audit'],
  auditChange: (id: string) => ['console', 'audit-change', id] as const,
  auditChoices: ['console', 'audit', 'choices'],
  auditList: ['console', 'audit', 'list'],
  backups: ['console', 'backups'],
  replication: ['console', 'replication'],
  restoreDrills: ['console', 'restore-drills'],
  content: ['console', 'content'],
  contentPreview: (id: string | undefined, values: unknown) => ['console', 'content-preview', id, values] as const,
  contentSections: ['console', 'content', 'sections'],
  contentVersions: (id: string) => ['console', 'content', 'versions', id] as const,
  deletedContent: ['console', 'content', 'deleted'],
  drafts: ['console', 'drafts'],
  emails: ['console', 'emails'],
  email: (id: string) => ['console', 'emails', 'one', id] as const,
  emailCounts: ['console', 'emails', 'counts'],
  emailList: ['console', 'emails', 'list'],
  imports: ['console', 'imports'],
  jobs: ['console', 'jobs'],
  failedJobs: ['console', 'jobs', 'failed'],
  jobStats: ['console', 'jobs', 'stats'],
  leads: ['console', 'people', 'leads'],
  person: (id: string) => ['console', 'people', 'one', id] as const,
  nominations: ['console', 'nominations'],
  nomination: (id: string) => ['console', 'nominations', 'one', id] as const,
  nominationCounts: ['console', 'nominations', 'counts'],
  nominationList: ['console', 'nominations', 'list'],
  nominationNeighbours: (id: string, place: Record<string, string>) =>
    ['console', 'nominations', 'neighbours', id, place] as const,
  registrations: ['console', 'nominations', 'registrations'],
  urgentNominations: ['console', 'nominations', 'urgent'],
  orphanPayments: ['console', 'payments', 'orphans'],
  paidMembers: ['console', 'people', 'paid'],
  payments: ['console', 'payments'],
  people: ['console', 'people'],
  providers: ['console', 'providers'],
  registeredUsers: ['console', 'people', 'users'],
  settings: ['console', 'settings'],
  stats: ['console', 'stats'],
  activity: ['console', 'stats', 'activity'],
  charts: ['console', 'stats', 'charts'],
  dashboardStats: ['console', 'stats', 'dashboard'],
  memberStats: ['console', 'stats', 'members'],
  allTiers: ['console', 'tiers'],
  transactions: ['console', 'payments', 'transactions'],
  webhookEvents: ['console', 'webhook-events'],
} as const
