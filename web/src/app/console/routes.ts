import {
  Armchair,
  Award,
  BookOpenText,
  CalendarDays,
  FileText,
  Flag,
  GraduationCap,
  Handshake,
  History,
  IndianRupee,
  LayoutDashboard,
  LibraryBig,
  ListTodo,
  Mail,
  ShieldCheck,
  SlidersHorizontal,
  UserRoundCheck,
  Users,
  Vote,
} from 'lucide-react'
import type { RouteObject } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { ScreenError } from './screen-error'
import { screen, section } from './screens'
import { settingsGroups } from './settings-routes'

/**
 * Every screen of the console, in the order of the menu. The menu, the list of the settings, Ctrl K, the titles, the
 * check of roles and the browser tests read this list.
 */
export const consoleRoutes: RouteObject[] = [
  section({ label: 'Dashboard', group: 'Daily', icon: LayoutDashboard }, [
    screen(
      paths.admin,
      { title: 'Dashboard', needs: 'GET /api/admin/stats', keywords: 'home start overview statistics figures charts' },
      async () => (await import('@/features/members/console/dashboard-page')).DashboardPage,
    ),
  ]),
  section({ label: 'This week', group: 'Daily', icon: ListTodo }, [
    screen(
      paths.adminThisWeek,
      {
        title: 'This week',
        needs: 'GET /api/admin/this-week',
        keywords: 'tasks to do overdue waiting welcome new members renewals office monday',
      },
      async () => (await import('@/features/thisweek/console/this-week-page')).ThisWeekPage,
    ),
  ]),
  section({ label: 'Nominations', group: 'Daily', icon: UserRoundCheck }, [
    screen(
      paths.adminNominations,
      {
        title: 'Nominations',
        needs: 'GET /api/nominations',
        keywords: 'applications applicants registrations queue review votes',
      },
      async () => (await import('@/features/nominations/console/nominations-page')).NominationsPage,
    ),
    screen(
      paths.adminNomination,
      { title: 'Nomination', needs: 'GET /api/nominations/{id}' },
      async () => (await import('@/features/nominations/console/nomination-page')).NominationPage,
    ),
  ]),
  section({ label: 'Members', group: 'Daily', icon: Users }, [
    screen(
      paths.adminMembers,
      { title: 'Registered Users', needs: 'GET /api/members/registered-users', keywords: 'accounts users members' },
      async () => (await import('@/features/members/console/members-page')).MembersPage,
    ),
    screen(
      paths.adminLeads,
      { title: 'Leads', needs: 'GET /api/members/leads', keywords: 'enquiries prospects drafts' },
      async () => (await import('@/features/members/console/leads-page')).LeadsPage,
    ),
    screen(
      paths.adminPaidMembers,
      { title: 'Paid Members', needs: 'GET /api/paid-members', keywords: 'customers buyers members' },
      async () => (await import('@/features/members/console/paid-page')).PaidPage,
    ),
    screen(
      paths.adminMember,
      { title: 'Person', needs: 'GET /api/people/{id}' },
      async () => (await import('./person-page')).PersonPage,
    ),
    screen(
      paths.adminBulks,
      { title: 'Bulk actions', needs: 'GET /api/bulk-actions', keywords: 'tag many people at once' },
      async () => (await import('@/features/people/console/bulks-page')).BulksPage,
    ),
    screen(
      paths.adminBulk,
      { title: 'Bulk actions', needs: 'GET /api/bulk-actions/{id}' },
      async () => (await import('@/features/people/console/bulk-page')).BulkPage,
    ),
    screen(
      paths.adminInvite,
      { title: 'Invite a person', needs: 'POST /api/people', keywords: 'add person new member' },
      async () => (await import('@/features/people/console/new-page')).NewPage,
    ),
    screen(
      paths.adminPerson,
      { title: 'Person', needs: 'GET /api/people/{id}' },
      async () => (await import('./person-page')).PersonPage,
    ),
    screen(
      paths.adminImport,
      {
        title: 'Import legacy members',
        needs: 'GET /api/members/imports',
        keywords: 'csv excel spreadsheet upload file',
      },
      async () => (await import('@/features/members/console/import-page')).ImportPage,
    ),
  ]),
  section({ label: 'Payment Tracking', group: 'Daily', icon: IndianRupee }, [
    screen(
      paths.adminPayments,
      { title: 'Payment Tracking', needs: 'GET /api/paid-members', keywords: 'revenue income money razorpay' },
      async () => (await import('@/features/payments/console/payments-page')).PaymentsPage,
    ),
    screen(
      paths.adminTransactions,
      {
        title: 'Transactions',
        needs: 'GET /api/transactions',
        keywords: 'orders charges payments receipts money',
        actions: [
          {
            label: 'Refund a payment',
            to: href(paths.adminTransactions, { status: 'completed' }),
            needs: 'POST /api/transactions/{id}/refund',
            keywords: 'money back return reverse',
          },
        ],
      },
      async () => (await import('@/features/payments/console/transactions-page')).TransactionsPage,
    ),
    screen(
      paths.adminUnknownPayments,
      { title: 'Unknown Payments', needs: 'GET /api/payments/unknown', keywords: 'orphan unmatched payments attach' },
      async () => (await import('@/features/payments/console/unknown-page')).UnknownPage,
    ),
    screen(
      paths.adminTransaction,
      { title: 'Transaction', needs: 'GET /api/transactions/{id}' },
      async () => (await import('@/features/payments/console/transaction-page')).TransactionPage,
    ),
    screen(
      paths.adminOffline,
      {
        title: 'Offline Payments',
        needs: 'GET /api/offline-payments',
        keywords: 'bank transfer neft upi cheque cash',
        actions: [
          {
            label: 'Enter an offline payment',
            to: paths.adminOffline,
            needs: 'POST /api/offline-payments',
            keywords: 'record bank transfer neft upi cheque cash',
          },
        ],
      },
      async () => (await import('@/features/payments/console/offline-page')).OfflinePage,
    ),
    screen(
      paths.adminCoupons,
      {
        title: 'Coupons',
        needs: 'GET /api/coupons',
        keywords: 'discount codes vouchers',
        actions: [
          {
            label: 'Create a coupon',
            to: paths.adminCoupons,
            needs: 'POST /api/coupons',
            keywords: 'discount code voucher',
          },
        ],
      },
      async () => (await import('@/features/payments/console/coupons-page')).CouponsPage,
    ),
  ]),
  section({ label: 'Books', group: 'Finance & content', icon: BookOpenText }, [
    screen(
      paths.adminBooks,
      {
        title: 'Books',
        needs: 'GET /api/books/registers',
        keywords: 'gst gstr-1 tax registers accounts invoices credit notes month',
        actions: [
          {
            label: 'Close a month',
            to: paths.adminBooks,
            needs: 'POST /api/books/months/{month}/close',
            keywords: 'gst books',
          },
        ],
      },
      async () => (await import('@/features/books/console/books-page')).BooksPage,
    ),
    screen(
      paths.adminEInvoices,
      { title: 'E-invoices', needs: 'GET /api/books/e-invoices', keywords: 'gst irn irp qr' },
      async () => (await import('@/features/books/console/e-invoices-page')).EInvoicesPage,
    ),
    screen(
      paths.adminReceipts,
      { title: 'Offline Receipts', needs: 'GET /api/offline-receipts', keywords: 'bank transfer cheque cash' },
      async () => (await import('@/features/books/console/receipts-page')).ReceiptsPage,
    ),
    screen(
      paths.adminSettlements,
      { title: 'Settlements', needs: 'GET /api/books/settlements', keywords: 'payouts bank utr fees reconciliation' },
      async () => (await import('@/features/books/console/settlements-page')).SettlementsPage,
    ),
    screen(
      paths.adminSettlement,
      { title: 'Settlement', needs: 'GET /api/books/settlements/{id}' },
      async () => (await import('@/features/books/console/settlement-page')).SettlementPage,
    ),
  ]),
  section({ label: 'Sessions', group: 'Daily', icon: CalendarDays }, [
    screen(
      paths.adminSessions,
      {
        title: 'Sessions',
        // Editors may call the list, to link an item of the library to its session.
        needs: 'GET /api/admin/events/{id}',
        keywords: 'events meetings calendar circle attendees waiting list',
        actions: [
          {
            label: 'Create a session',
            to: paths.adminSessionNew,
            needs: 'POST /api/events',
            keywords: 'event meeting new',
          },
        ],
      },
      async () => (await import('@/features/events/console/sessions-page')).SessionsPage,
    ),
    screen(
      paths.adminSessionNew,
      { title: 'Create a session', needs: 'POST /api/events', keywords: 'event meeting new' },
      async () => (await import('@/features/events/console/new-page')).NewPage,
    ),
    screen(
      paths.adminSession,
      { title: 'Session', needs: 'GET /api/admin/events/{id}' },
      async () => (await import('@/features/events/console/session-page')).SessionPage,
    ),
  ]),
  section({ label: 'Email Campaigns', group: 'Daily', icon: Mail }, [
    screen(
      paths.adminCampaigns,
      {
        title: 'Email Campaigns',
        needs: 'GET /api/campaigns',
        keywords: 'newsletter mailing bulk email segments',
        actions: [
          {
            label: 'Write a campaign',
            to: paths.adminCampaigns,
            needs: 'POST /api/campaigns',
            keywords: 'send newsletter mailing email',
          },
        ],
      },
      async () => (await import('@/features/campaigns/console/campaigns-page')).CampaignsPage,
    ),
    screen(
      paths.adminCampaign,
      { title: 'Campaign', needs: 'GET /api/campaigns/{id}' },
      async () => (await import('@/features/campaigns/console/campaign-page')).CampaignPage,
    ),
    screen(
      paths.adminAutomations,
      {
        title: 'Automations',
        needs: 'GET /api/automations',
        keywords: 'triggers reminders sequences automatic emails',
      },
      async () => (await import('@/features/mail/console/automations-page')).AutomationsPage,
    ),
    screen(
      paths.adminAutomation,
      { title: 'Automation', needs: 'GET /api/automations/{id}' },
      async () => (await import('@/features/mail/console/automation-page')).AutomationPage,
    ),
    screen(
      paths.adminSuppressions,
      {
        title: 'Suppressions',
        needs: 'GET /api/suppressions',
        keywords: 'bounces unsubscribed complaints blocked addresses',
      },
      async () => (await import('@/features/mail/console/suppressions-page')).SuppressionsPage,
    ),
    screen(
      paths.adminEmailTexts,
      { title: 'Email texts', needs: 'GET /api/email-texts', keywords: 'templates wording mail' },
      async () => (await import('@/features/mail/console/email-texts-page')).EmailTextsPage,
    ),
    screen(
      paths.adminEmailText,
      { title: 'Email text', needs: 'GET /api/email-texts/{id}' },
      async () => (await import('@/features/mail/console/email-text-page')).EmailTextPage,
    ),
    screen(
      paths.adminEmails,
      { title: 'Emails', needs: 'GET /api/emails', keywords: 'sent outbox delivery failed mail' },
      async () => (await import('@/features/mail/console/emails-page')).EmailsPage,
    ),
    screen(
      paths.adminEmail,
      { title: 'Email', needs: 'GET /api/emails/{id}' },
      async () => (await import('@/features/mail/console/email-page')).EmailPage,
    ),
  ]),
  section({ label: 'Content Management', group: 'Finance & content', icon: FileText }, [
    screen(
      paths.adminContent,
      {
        title: 'Content Management',
        needs: 'PUT /api/cms/content/{id}',
        keywords:
          'cms landing page homepage texts pictures faq hero about benefits testimonials footer legal languages',
        actions: [
          {
            label: 'Edit the texts of the public pages',
            to: paths.adminContent,
            needs: 'PUT /api/cms/content/{id}',
            keywords: 'cms homepage',
          },
        ],
      },
      async () => (await import('@/features/texts/console/content-page')).ContentPage,
    ),
    screen(
      paths.adminPictures,
      {
        title: 'Pictures',
        needs: 'GET /api/pictures',
        keywords: 'library images photographs portraits upload focal point description alt text',
      },
      async () => (await import('@/features/texts/console/pictures-page')).PicturesPage,
    ),
    screen(
      paths.adminRedirects,
      {
        title: 'Redirects',
        needs: 'GET /api/redirects',
        keywords: 'addresses urls old site moved 301 search engines',
        actions: [
          {
            label: 'Redirect an old address',
            to: paths.adminRedirects,
            needs: 'POST /api/redirects',
            keywords: '301 url moved',
          },
        ],
      },
      async () => (await import('@/features/redirects/console/redirects-page')).RedirectsPage,
    ),
    screen(
      paths.adminLanguage,
      { title: 'Translations', needs: 'GET /api/texts/translations' },
      async () => (await import('@/features/texts/console/language-page')).LanguagePage,
    ),
  ]),
  section({ label: 'Membership Tiers', group: 'Finance & content', icon: Award }, [
    screen(
      paths.adminMemberships,
      {
        title: 'Membership Tiers',
        needs: 'PUT /api/membership-tiers/{id}',
        keywords: 'plans prices fees benefits',
        actions: [
          {
            label: 'Create a membership tier',
            to: href(paths.adminMemberships, { new: '1' }),
            needs: 'POST /api/membership-tiers',
            keywords: 'plan price',
          },
        ],
      },
      async () => (await import('@/features/tiers/console/memberships-page')).MembershipsPage,
    ),
  ]),
  section({ label: 'Reports', group: 'Daily', icon: Flag }, [
    screen(
      paths.adminReports,
      {
        title: 'Reports',
        needs: 'GET /api/admin/reports',
        keywords: 'complaints harassment spam abuse moderation suspend grievance',
      },
      async () => (await import('@/features/reports/console/reports-page')).ReportsPage,
    ),
    screen(
      paths.adminReport,
      { title: 'Report', needs: 'GET /api/admin/reports/{id}' },
      async () => (await import('@/features/reports/console/report-page')).ReportPage,
    ),
  ]),
  section({ label: 'Board seats', group: 'Daily', icon: Armchair }, [
    screen(
      paths.adminBoardSeats,
      {
        title: 'Board seats',
        needs: 'GET /api/admin/board-seats',
        keywords: 'vacancies directors openings interviews appointments outcomes invitations',
        actions: [{ label: 'Post a board seat', to: paths.adminNewBoardSeat, needs: 'POST /api/admin/board-seats' }],
      },
      async () => (await import('@/features/seats/console/board-seats-page')).BoardSeatsPage,
    ),
    screen(
      paths.adminNewBoardSeat,
      { title: 'Post a board seat', needs: 'POST /api/admin/board-seats' },
      async () => (await import('@/features/seats/console/new-page')).NewPage,
    ),
    screen(
      paths.adminBoardSeat,
      { title: 'Board seat', needs: 'GET /api/admin/board-seats/{id}' },
      async () => (await import('@/features/seats/console/board-seat-page')).BoardSeatPage,
    ),
  ]),
  section({ label: 'Introductions', group: 'Daily', icon: Handshake }, [
    screen(
      paths.adminIntroductions,
      {
        title: 'Introductions',
        needs: 'GET /api/admin/introductions',
        keywords: 'requests conversations waiting introduce members suggest',
      },
      async () => (await import('@/features/introductions/console/introductions-page')).IntroductionsPage,
    ),
  ]),
  section({ label: 'Mentors', group: 'Daily', icon: GraduationCap }, [
    screen(
      paths.adminMentors,
      {
        title: 'Mentors',
        needs: 'GET /api/admin/mentors',
        keywords: 'mentees mentorships places overloaded waiting check-in',
      },
      async () => (await import('@/features/mentors/console/mentors-page')).MentorsPage,
    ),
  ]),
  section({ label: 'Library', group: 'Finance & content', icon: LibraryBig }, [
    screen(
      paths.adminLibrary,
      {
        title: 'Library',
        needs: 'GET /api/admin/library',
        keywords: 'research notes regulatory updates recordings articles knowledge',
        actions: [{ label: 'Add an item to the library', to: paths.adminNewLibraryItem, needs: 'POST /api/library' }],
      },
      async () => (await import('@/features/library/console/library-page')).LibraryPage,
    ),
    screen(
      paths.adminNewLibraryItem,
      { title: 'New item', needs: 'POST /api/library' },
      async () => (await import('@/features/library/console/new-page')).NewPage,
    ),
    screen(
      paths.adminLibraryItem,
      { title: 'Library item', needs: 'GET /api/admin/library/{id}' },
      async () => (await import('@/features/library/console/item-page')).ItemPage,
    ),
    screen(
      paths.adminLibraryCollections,
      { title: 'Collections', needs: 'GET /api/admin/library-collections', keywords: 'library groups of items' },
      async () => (await import('@/features/library/console/collections-page')).CollectionsPage,
    ),
    screen(
      paths.adminLibraryCollection,
      { title: 'Collection', needs: 'GET /api/admin/library-collections/{id}' },
      async () => (await import('@/features/library/console/collection-page')).CollectionPage,
    ),
  ]),
  section({ label: 'Polls', group: 'Daily', icon: Vote }, [
    screen(
      paths.adminPolls,
      {
        title: 'Polls',
        needs: 'GET /api/admin/polls',
        keywords: 'consultations votes ballots discussion quorum result',
        actions: [{ label: 'Write a consultation', to: paths.adminNewPoll, needs: 'POST /api/polls' }],
      },
      async () => (await import('@/features/polls/console/polls-page')).PollsPage,
    ),
    screen(
      paths.adminNewPoll,
      { title: 'New consultation', needs: 'POST /api/polls' },
      async () => (await import('@/features/polls/console/new-page')).NewPage,
    ),
    screen(
      paths.adminPoll,
      { title: 'Consultation', needs: 'GET /api/admin/polls/{id}' },
      async () => (await import('@/features/polls/console/poll-page')).PollPage,
    ),
    screen(
      paths.adminPollMinute,
      { title: 'Minute', needs: 'GET /api/admin/polls/{id}' },
      async () => (await import('@/features/polls/console/minute-page')).MinutePage,
    ),
  ]),
  section({ label: 'Approvals', group: 'Daily', icon: ShieldCheck }, [
    screen(
      paths.adminApprovals,
      { title: 'Approvals', needs: 'GET /api/approvals', keywords: 'second admin confirm requests' },
      async () => (await import('@/features/approvals/console/approvals-page')).ApprovalsPage,
    ),
  ]),
  section({ label: 'Audit log', group: 'Finance & content', icon: History }, [
    screen(
      paths.adminAudit,
      { title: 'Audit log', needs: 'GET /api/audit', keywords: 'history changes who did what trail' },
      async () => (await import('@/features/audit/console/audit-page')).AuditPage,
    ),
  ]),
  section({ label: 'Settings', group: 'Setup', icon: SlidersHorizontal }, [
    {
      lazy: { Component: async () => (await import('./settings-layout')).SettingsLayout },
      ErrorBoundary: ScreenError,
      children: settingsGroups.flatMap(({ screens }) => screens),
    },
  ]),
]
