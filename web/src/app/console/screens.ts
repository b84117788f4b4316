import {
  Award,
  BookOpenText,
  FileText,
  History,
  IndianRupee,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  ShieldCheck,
  SlidersHorizontal,
  UserRoundCheck,
  Users,
} from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { paths } from '@/lib/paths'
import { inSettings } from './settings-frame'

/** A group of the menu. Its name is shown above its screens. */
export type MenuGroup = 'Daily' | 'Finance & content' | 'Setup'

/** A screen of the console. Screens with a menu label are listed in the menu, in this order. */
export type Screen = {
  /** The address below /admin. ":id" is the id of a record. */
  path: string
  title: string
  /** The route that the screen reads. An admin whose role may not call it sees an explanation instead. */
  needs: string
  group?: MenuGroup
  menu?: string
  icon?: LucideIcon
  /** Other screens that also mark this menu entry as current, such as its tabs. */
  covers?: readonly string[]
  Page: LazyExoticComponent<ComponentType>
}

/** The first screen of a role that does not start on the dashboard. */
export const homes: Readonly<Record<string, string>> = { accountant: paths.adminBooks }

/** Every screen of the console. Each is its own chunk, loaded on the first visit. */
export const screens: readonly Screen[] = [
  screen(paths.admin, 'Dashboard', 'GET /api/admin/stats', () => import('@/features/members/console/dashboard-page'), {
    menu: 'Dashboard',
    icon: LayoutDashboard,
    group: 'Daily',
  }),
  screen(
    paths.adminNominations,
    'Nominations',
    'GET /api/nominations',
    () => import('@/features/nominations/console/queue-page'),
    { menu: 'Nominations', icon: UserRoundCheck, group: 'Daily' },
  ),
  screen(
    `${paths.adminNominations}/:id`,
    'Nomination',
    'GET /api/nominations/{id}',
    () => import('@/features/nominations/console/review-page'),
  ),
  screen(
    paths.adminMembers,
    'Registered Users',
    'GET /api/members/registered-users',
    () => import('@/features/members/console/members-users-page'),
    { menu: 'Members', icon: Users, group: 'Daily' },
  ),
  screen(
    paths.adminLeads,
    'Leads',
    'GET /api/members/leads',
    () => import('@/features/members/console/members-leads-page'),
  ),
  screen(
    paths.adminPaidMembers,
    'Paid Members',
    'GET /api/paid-members',
    () => import('@/features/members/console/members-paid-page'),
  ),
  screen(paths.adminMember, 'Person', 'GET /api/people/{id}', () => import('./person-page')),
  screen(
    paths.adminBulks,
    'Bulk actions',
    'GET /api/bulk-actions',
    () => import('@/features/people/console/bulks-page'),
  ),
  screen(
    paths.adminBulk,
    'Many people at once',
    'GET /api/bulk-actions/{id}',
    () => import('@/features/people/console/bulk-page'),
  ),
  screen(
    paths.adminInvite,
    'Invite a person',
    'POST /api/people',
    () => import('@/features/people/console/invite-page'),
  ),
  screen(paths.adminPerson, 'Person', 'GET /api/people/{id}', () => import('./person-page')),
  screen(
    paths.adminImport,
    'Import legacy members',
    'GET /api/members/imports',
    () => import('@/features/members/console/import-page'),
  ),
  screen(
    paths.adminPayments,
    'Payment Tracking',
    'GET /api/paid-members',
    () => import('@/features/payments/console/paid-members-page'),
    { menu: 'Payment Tracking', icon: IndianRupee, group: 'Daily' },
  ),
  screen(
    paths.adminTransactions,
    'Transactions',
    'GET /api/transactions',
    () => import('@/features/payments/console/transactions-page'),
  ),
  screen(
    paths.adminOrphanPayments,
    'Unknown Payments',
    'GET /api/payments/unknown',
    () => import('@/features/payments/console/orphan-payments-page'),
  ),
  screen(
    paths.adminTransaction,
    'Transaction',
    'GET /api/transactions/{id}',
    () => import('@/features/payments/console/transaction-page'),
  ),
  screen(
    paths.adminOffline,
    'Offline Payments',
    'GET /api/offline-payments',
    () => import('@/features/payments/console/offline-page'),
  ),
  screen(
    paths.adminBooks,
    'Books',
    'GET /api/books/registers',
    () => import('@/features/books/console/registers-page'),
    {
      menu: 'Books',
      icon: BookOpenText,
      group: 'Finance & content',
    },
  ),
  screen(
    paths.adminEInvoices,
    'E-invoices',
    'GET /api/books/e-invoices',
    () => import('@/features/books/console/e-invoices-page'),
  ),
  screen(
    paths.adminReceipts,
    'Offline Receipts',
    'GET /api/offline-receipts',
    () => import('@/features/books/console/receipts-page'),
  ),
  screen(
    paths.adminSettlements,
    'Settlements',
    'GET /api/books/settlements',
    () => import('@/features/books/console/settlements-page'),
  ),
  screen(
    paths.adminSettlement,
    'Settlement',
    'GET /api/books/settlements/{id}',
    () => import('@/features/books/console/settlement-page'),
  ),
  screen(paths.adminCoupons, 'Coupons', 'GET /api/coupons', () => import('@/features/payments/console/coupons-page')),
  screen(
    paths.adminCampaigns,
    'Email Campaigns',
    'GET /api/campaigns',
    () => import('@/features/campaigns/console/campaigns-page'),
    {
      menu: 'Email Campaigns',
      icon: Mail,
      group: 'Daily',
      covers: [paths.adminAutomations, paths.adminEmails, paths.adminSuppressions, paths.adminEmailTexts],
    },
  ),
  screen(
    `${paths.adminCampaigns}/:id`,
    'Campaign',
    'GET /api/campaigns/{id}',
    () => import('@/features/campaigns/console/campaign-page'),
  ),
  screen(
    paths.adminAutomations,
    'Automations',
    'GET /api/automations',
    () => import('@/features/mail/console/automations-page'),
  ),
  screen(
    `${paths.adminAutomations}/:id`,
    'Automation',
    'GET /api/automations/{id}',
    () => import('@/features/mail/console/automation-page'),
  ),
  screen(
    paths.adminSuppressions,
    'Suppressions',
    'GET /api/suppressions',
    () => import('@/features/mail/console/suppressions-page'),
  ),
  screen(
    paths.adminEmailTexts,
    'Email texts',
    'GET /api/email-texts',
    () => import('@/features/mail/console/texts-page'),
  ),
  screen(
    `${paths.adminEmailTexts}/:id`,
    'Email text',
    'GET /api/email-texts/{id}',
    () => import('@/features/mail/console/text-page'),
  ),
  screen(paths.adminEmails, 'Emails', 'GET /api/emails', () => import('@/features/mail/console/emails-page')),
  screen(
    `${paths.adminEmails}/:id`,
    'Email',
    'GET /api/emails/{id}',
    () => import('@/features/mail/console/email-page'),
  ),
  screen(
    paths.adminContent,
    'Content Management',
    'PUT /api/cms/content/{id}',
    () => import('@/features/content/console/content-page'),
    { menu: 'Content Management', icon: FileText, group: 'Finance & content' },
  ),
  screen(
    paths.adminMemberships,
    'Membership Tiers',
    'PUT /api/membership-tiers/{id}',
    () => import('@/features/tiers/console/memberships-page'),
    { menu: 'Membership Tiers', icon: Award, group: 'Finance & content' },
  ),
  screen(
    paths.adminApprovals,
    'Approvals',
    'GET /api/approvals',
    () => import('@/features/approvals/console/approvals-page'),
    { menu: 'Approvals', icon: ShieldCheck, group: 'Daily' },
  ),
  screen(paths.adminAudit, 'Audit log', 'GET /api/audit', () => import('@/features/audit/console/audit-page'), {
    menu: 'Audit Log',
    icon: History,
    group: 'Finance & content',
  }),
  screen(
    paths.adminSettings,
    'Settings',
    'GET /api/admin/settings',
    inSettings(() => import('@/features/settings/console/general-page')),
    { menu: 'Settings', icon: SlidersHorizontal, group: 'Setup' },
  ),
  screen(
    paths.adminReview,
    'Review & purchase',
    'GET /api/admin/settings',
    inSettings(() => import('@/features/settings/console/review-page')),
  ),
  screen(
    paths.adminTax,
    'Tax & supplier',
    'GET /api/admin/settings',
    inSettings(() => import('@/features/settings/console/tax-page')),
  ),
  screen(
    paths.adminEmailFrame,
    'Look of emails',
    'GET /api/admin/settings',
    inSettings(() => import('@/features/settings/console/email-frame-page')),
  ),
  screen(
    paths.adminProviders,
    'Providers',
    'GET /api/providers',
    inSettings(() => import('@/features/settings/console/providers-page')),
  ),
  screen(
    paths.adminWebhooks,
    'Webhooks',
    'GET /api/webhook-diagnostics',
    inSettings(() => import('@/features/settings/console/webhooks-page')),
  ),
  screen(
    paths.adminBackups,
    'Backups',
    'GET /api/admin/backups',
    inSettings(() => import('@/features/backups/console/backups-page')),
  ),
  screen(
    paths.adminJobs,
    'Background work',
    'GET /api/jobs',
    inSettings(() => import('@/features/operations/console/jobs-page')),
  ),
  screen(
    paths.adminAdmins,
    'Administrators',
    'GET /api/admins',
    inSettings(() => import('@/features/accounts/console/admins-page')),
  ),
  screen(
    paths.adminOwn,
    'Your account',
    'GET /api/admin/me/sessions',
    inSettings(() => import('@/features/accounts/console/own-account-page')),
  ),
]

function screen(
  path: string,
  title: string,
  needs: string,
  load: () => Promise<{ Component: ComponentType }>,
  inMenu: Pick<Screen, 'menu' | 'icon' | 'group' | 'covers'> = {},
): Screen {
  return { path, title, needs, ...inMenu, Page: lazy(async () => ({ default: (await load()).Component })) }
}
