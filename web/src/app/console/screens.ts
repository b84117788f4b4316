import {
  Award,
  FileText,
  History,
  IndianRupee,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  SlidersHorizontal,
  UserRoundCheck,
  Users,
} from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { paths } from '@/lib/paths'
import { inSettings } from './settings-frame'

/** A screen of the console. Those with a word for the menu stand there, in this order. */
export type Screen = {
  /** Below /admin; ":id" stands for one thing's id. */
  path: string
  title: string
  menu?: string
  icon?: LucideIcon
  Page: LazyExoticComponent<ComponentType>
}

/** Every screen of the console. Each comes as a chunk of its own, when it is visited. */
export const screens: readonly Screen[] = [
  screen(
    paths.admin,
    'Dashboard',
    () => import('@/features/members/console/dashboard-page'),
    'Dashboard',
    LayoutDashboard,
  ),
  screen(
    paths.adminNominations,
    'Nominations',
    () => import('@/features/nominations/console/queue-page'),
    'Nominations',
    UserRoundCheck,
  ),
  screen(`${paths.adminNominations}/:id`, 'Nomination', () => import('@/features/nominations/console/review-page')),
  screen(
    paths.adminContent,
    'Content Management',
    () => import('@/features/content/console/content-page'),
    'Content Management',
    FileText,
  ),
  screen(
    paths.adminMemberships,
    'Membership Tiers',
    () => import('@/features/tiers/console/memberships-page'),
    'Membership Tiers',
    Award,
  ),
  screen(
    paths.adminPayments,
    'Payment Tracking',
    () => import('@/features/payments/console/paid-members-page'),
    'Payment Tracking',
    IndianRupee,
  ),
  screen(paths.adminTransactions, 'Transactions', () => import('@/features/payments/console/transactions-page')),
  screen(paths.adminTransaction, 'Transaction', () => import('@/features/payments/console/transaction-page')),
  screen(
    paths.adminOrphanPayments,
    'Unknown Payments',
    () => import('@/features/payments/console/orphan-payments-page'),
  ),
  screen(paths.adminOffline, 'Offline Payments', () => import('@/features/payments/console/offline-page')),
  screen(paths.adminCoupons, 'Coupons', () => import('@/features/payments/console/coupons-page')),
  screen(
    paths.adminMembers,
    'Registered Users',
    () => import('@/features/members/console/members-users-page'),
    'Members',
    Users,
  ),
  screen(paths.adminLeads, 'Leads', () => import('@/features/members/console/members-leads-page')),
  screen(paths.adminPaidMembers, 'Paid Members', () => import('@/features/members/console/members-paid-page')),
  screen(paths.adminMember, 'Member', () => import('@/features/members/console/members-detail-page')),
  screen(paths.adminImport, 'Import legacy members', () => import('@/features/members/console/import-page')),
  screen(
    paths.adminCampaigns,
    'Email Campaigns',
    () => import('@/features/campaigns/console/campaigns-page'),
    'Email Campaigns',
    Mail,
  ),
  screen(`${paths.adminCampaigns}/:id`, 'Campaign', () => import('@/features/campaigns/console/campaign-page')),
  screen(paths.adminSuppressions, 'Suppressions', () => import('@/features/mail/console/suppressions-page')),
  screen(paths.adminEmails, 'Emails', () => import('@/features/mail/console/emails-page')),
  screen(`${paths.adminEmails}/:id`, 'Email', () => import('@/features/mail/console/email-page')),
  screen(paths.adminAudit, 'Audit log', () => import('@/features/audit/console/audit-page'), 'Audit Log', History),
  screen(
    paths.adminSettings,
    'Settings',
    inSettings(() => import('@/features/settings/console/general-page')),
    'Settings',
    SlidersHorizontal,
  ),
  screen(
    paths.adminReview,
    'Review & purchase',
    inSettings(() => import('@/features/settings/console/review-page')),
  ),
  screen(
    paths.adminTax,
    'Tax & supplier',
    inSettings(() => import('@/features/settings/console/tax-page')),
  ),
  screen(
    paths.adminProviders,
    'Providers',
    inSettings(() => import('@/features/settings/console/providers-page')),
  ),
  screen(
    paths.adminWebhooks,
    'Webhooks',
    inSettings(() => import('@/features/settings/console/webhooks-page')),
  ),
  screen(
    paths.adminBackups,
    'Backups',
    inSettings(() => import('@/features/backups/console/backups-page')),
  ),
  screen(
    paths.adminJobs,
    'Background work',
    inSettings(() => import('@/features/operations/console/jobs-page')),
  ),
  screen(
    paths.adminAdmins,
    'Administrators',
    inSettings(() => import('@/features/accounts/console/admins-page')),
  ),
  screen(
    paths.adminOwn,
    'Your account',
    inSettings(() => import('@/features/accounts/console/own-account-page')),
  ),
]

function screen(
  path: string,
  title: string,
  load: () => Promise<{ Component: ComponentType }>,
  menu?: string,
  icon?: LucideIcon,
): Screen {
  return { path, title, menu, icon, Page: lazy(async () => ({ default: (await load()).Component })) }
}
