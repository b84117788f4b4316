import { href } from './href'

/** Every address of the console's screens. They are not in paths.ts, because visitors do not need to load them. */
export const consolePaths = {
  content: '/admin/content',
  sections: '/admin/content/sections',
  pictures: '/admin/content/pictures',
  redirects: '/admin/content/redirects',
  /** The missing and outdated translations of a language. */
  language: '/admin/content/languages/:language',
  memberships: '/admin/memberships',
  coupons: '/admin/memberships/coupons',
  payments: '/admin/payments',
  transactions: '/admin/payments/transactions',
  transaction: '/admin/payments/transactions/:id',
  books: '/admin/books',
  eInvoices: '/admin/books/e-invoices',
  receipts: '/admin/books/receipts',
  settlements: '/admin/books/settlements',
  settlement: '/admin/books/settlements/:id',
  members: '/admin/members',
  leads: '/admin/members/leads',
  paidMembers: '/admin/members/paid',
  import: '/admin/members/import',
  person: '/admin/people/:id',
  invite: '/admin/people/new',
  /** Bulk actions on people. */
  bulks: '/admin/people/bulk',
  bulk: '/admin/people/bulk/:id',
  nominations: '/admin/nominations',
  nomination: '/admin/nominations/:id',
  sessions: '/admin/sessions',
  sessionNew: '/admin/sessions/new',
  session: '/admin/sessions/:id',
  campaigns: '/admin/campaigns',
  campaign: '/admin/campaigns/:id',
  automation: '/admin/automations/:id',
  emails: '/admin/emails',
  email: '/admin/emails/:id',
  emailTexts: '/admin/email-texts',
  emailText: '/admin/email-texts/:id',
  introductions: '/admin/introductions',
  reports: '/admin/reports',
  report: '/admin/reports/:id',
  mentors: '/admin/mentors',
  boardSeats: '/admin/board-seats',
  newBoardSeat: '/admin/board-seats/new',
  boardSeat: '/admin/board-seats/:id',
  library: '/admin/library',
  newLibraryItem: '/admin/library/new',
  libraryItem: '/admin/library/:id',
  libraryCollections: '/admin/library/collections',
  libraryCollection: '/admin/library/collections/:id',
  polls: '/admin/polls',
  newPoll: '/admin/polls/new',
  poll: '/admin/polls/:id',
  pollMinute: '/admin/polls/:id/minute',
  approvals: '/admin/approvals',
  audit: '/admin/audit',
  settings: '/admin/settings',
  modules: '/admin/settings/modules',
  review: '/admin/settings/review',
  tax: '/admin/settings/tax',
  backups: '/admin/settings/backups',
  health: '/admin/settings/health',
  admins: '/admin/settings/admins',
  own: '/admin/settings/account',
} as const

/** The part of the transactions with the payments that match no transaction. */
export const unknownPayments = (query: Readonly<Record<string, string>> = {}) =>
  href(consolePaths.transactions, { ...query, part: 'unknown' })

/** The part of the transactions with the offline payments. */
export const offlinePayments = (query: Readonly<Record<string, string>> = {}) =>
  href(consolePaths.transactions, { ...query, part: 'offline' })
