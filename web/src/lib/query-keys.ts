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

  /** Whoever holds the token of a company's invitation sees it. */
  seatInvitation: (token: string) => ['seat-invitation', token] as const,

  /** Whoever holds the link of a reminder sees what it renews. */
  renewal: (token: string) => ['renewal', token] as const,

  /** Whoever holds the link of a nomination's email sees it, signed in or not. */
  ownNominationDetails: ['own-nomination'],
  ownNominationDetail: (key: { token: string; email: string }) => ['own-nomination', key] as const,

  /** The two sessions, the member's and the admin's. */
  user: ['session', 'user'],
  adminSession: ['session', 'admin'],
  lapsedAdminSession: ['session', 'lapsed-admin'],

  /** What belongs to the signed-in member. */
  member: ['member'],
  membership: ['member', 'membership'],
  billing: ['member', 'billing'],
  quote: (tierId: string, billing: unknown, code = '', seats = '') =>
    ['member', 'quote', tierId, billing, code, seats] as const,
  seats: ['member', 'seats'],
  ownNomination: ['member', 'nomination'],
  passkeys: ['member', 'passkeys'],
  emailPreferences: ['member', 'emails'],
  profile: ['member', 'profile'],
  security: ['member', 'security'],
  memberSessions: ['member', 'sessions'],

  /** What an admin sees. */
  console: ['console'],
  adminAccess: ['console', 'access'],
  admins: ['console', 'admins'],
  adminList: ['console', 'admins', 'list'],
  adminMembers: ['console', 'admins', 'members'],
  ownAdmin: ['console', 'own-admin'],
  adminPasskeys: ['console', 'passkeys'],
  ownSessions: ['console', 'own-sessions'],
  audit: ['console', 'audit'],
  auditChange: (id: string) => ['console', 'audit-change', id] as const,
  auditChoices: ['console', 'audit', 'choices'],
  auditList: ['console', 'audit', 'list'],
  backups: ['console', 'backups'],
  replication: ['console', 'replication'],
  restoreDrills: ['console', 'restore-drills'],
  campaigns: ['console', 'campaigns'],
  campaign: (id: string) => ['console', 'campaigns', 'one', id] as const,
  campaignList: ['console', 'campaigns', 'list'],
  campaignPreview: (text: unknown) => ['console', 'campaign-preview', text] as const,
  segmentCount: (segment: unknown, topic: unknown) => ['console', 'segment-count', segment, topic] as const,
  suppressions: ['console', 'suppressions'],
  content: ['console', 'content'],
  contentPreview: (id: string | undefined, values: unknown) => ['console', 'content-preview', id, values] as const,
  contentSections: ['console', 'content', 'sections'],
  contentVersions: (id: string) => ['console', 'content', 'versions', id] as const,
  builtInContent: ['console', 'content', 'built-in'],
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
  palette: ['console', 'palette'],
  orphanPayments: ['console', 'payments', 'orphans'],
  offlinePayments: ['console', 'payments', 'offline'],
  memberSearch: (text: string) => ['console', 'people', 'search', text] as const,
  coupons: ['console', 'payments', 'coupons'],
  orphanPayment: (id: string) => ['console', 'payments', 'orphan', id] as const,
  payers: (search: string) => ['console', 'people', 'payers', search] as const,
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
  tierChoices: ['console', 'tiers', 'choices'],
  transaction: (id: string) => ['console', 'payments', 'transaction', id] as const,
  transactions: ['console', 'payments', 'transactions'],
  webhookEvents: ['console', 'webhook-events'],
} as const
