import {
  Award,
  CircleDashed,
  FileText,
  IndianRupee,
  LayoutDashboard,
  Mail,
  SlidersHorizontal,
  UserRoundCheck,
  Users,
} from 'lucide-react'
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { loadLater } from '@/app/lost-script'
import { consolePaths, offlinePayments, unknownPayments } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { ScreenError } from './screen-error'
import { part, screen, section } from './screens'
import { settingsGroups } from './settings-routes'

type Params = Readonly<Record<string, string>>

/** Redirects from former addresses, which emails and bookmarks may hold. Path parameters and the query are kept. */
const redirects: Readonly<Record<string, (params: Params) => string>> = {
  '/admin/this-week': (query) => href(paths.admin, query),
  '/admin/members/:id': ({ id = '', ...query }) => href(consolePaths.person, { id, ...query }),
  '/admin/payments/unknown': unknownPayments,
  '/admin/payments/offline': offlinePayments,
  '/admin/payments/coupons': (query) => href(consolePaths.coupons, query),
  '/admin/automations': (query) => href(consolePaths.emailTexts, query),
  '/admin/suppressions': (query) => href(consolePaths.emails, { ...query, part: 'suppressed' }),
  '/admin/settings/emails': (query) => href(consolePaths.settings, query),
  '/admin/settings/providers': (query) => href(consolePaths.health, query),
  '/admin/settings/webhooks': (query) => href(consolePaths.health, query),
  '/admin/settings/jobs': (query) => href(consolePaths.health, query),
}

/**
 * Every screen of the console, in the order of the menu, and then the redirects. The menu, the list of the settings,
 * Ctrl K, the titles, the check of roles and the browser tests read this list.
 */
export const consoleRoutes: RouteObject[] = [
  section({ label: 'Dashboard', icon: LayoutDashboard }, [
    part('Overview', [
      screen(
        paths.admin,
        {
          title: 'Dashboard',
          needs: 'GET /api/admin/stats',
          keywords:
            'home start overview this week tasks to do overdue waiting welcome renewals statistics figures charts',
        },
        async () => (await import('./dashboard-page')).DashboardPage,
      ),
    ]),
    part('Approvals', [
      screen(
        consolePaths.approvals,
        { title: 'Approvals', needs: 'GET /api/approvals', keywords: 'second admin confirm requests' },
        async () => (await import('@/features/approvals/console/approvals-page')).ApprovalsPage,
      ),
    ]),
    part('Reports', [
      screen(
        consolePaths.reports,
        {
          title: 'Reports',
          needs: 'GET /api/admin/reports',
          keywords: 'complaints harassment spam abuse moderation suspend grievance',
        },
        async () => (await import('@/features/reports/console/reports-page')).ReportsPage,
      ),
      screen(
        consolePaths.report,
        { title: 'Report', needs: 'GET /api/admin/reports/{id}' },
        async () => (await import('@/features/reports/console/report-page')).ReportPage,
      ),
    ]),
    part('Audit log', [
      screen(
        consolePaths.audit,
        { title: 'Audit log', needs: 'GET /api/audit', keywords: 'history changes who did what trail' },
        async () => (await import('@/features/audit/console/audit-page')).AuditPage,
      ),
    ]),
  ]),
  section({ label: 'Nominations', icon: UserRoundCheck }, [
    screen(
      consolePaths.nominations,
      {
        title: 'Nominations',
        needs: 'GET /api/nominations',
        keywords: 'applications applicants registrations queue review votes',
      },
      async () => (await import('@/features/nominations/console/nominations-page')).NominationsPage,
    ),
    screen(
      consolePaths.nomination,
      { title: 'Nomination', needs: 'GET /api/nominations/{id}' },
      async () => (await import('@/features/nominations/console/nomination-page')).NominationPage,
    ),
  ]),
  section({ label: 'Content Management', icon: FileText }, [
    screen(
      consolePaths.content,
      {
        title: 'Content Management',
        needs: 'PUT /api/cms/content/{id}',
        keywords:
          'cms landing page homepage texts pictures faq hero about benefits testimonials footer legal languages',
        actions: [
          {
            label: 'Edit the texts of the public pages',
            to: consolePaths.content,
            needs: 'PUT /api/cms/content/{id}',
            keywords: 'cms homepage',
          },
        ],
      },
      async () => (await import('@/features/texts/console/content-page')).ContentPage,
    ),
    screen(
      consolePaths.sections,
      {
        title: 'Content sections',
        needs: 'POST /api/cms/content',
        keywords: 'create switch off hide hero about features membership testimonials footer',
      },
      async () => (await import('@/features/texts/console/sections-page')).SectionsPage,
    ),
    screen(
      consolePaths.pictures,
      {
        title: 'Pictures',
        needs: 'GET /api/pictures',
        keywords: 'library images photographs portraits upload focal point description alt text',
      },
      async () => (await import('@/features/texts/console/pictures-page')).PicturesPage,
    ),
    screen(
      consolePaths.redirects,
      {
        title: 'Redirects',
        needs: 'GET /api/redirects',
        keywords: 'addresses urls old site moved 301 search engines',
        actions: [
          {
            label: 'Redirect an old address',
            to: consolePaths.redirects,
            needs: 'POST /api/redirects',
            keywords: '301 url moved',
          },
        ],
      },
      async () => (await import('@/features/redirects/console/redirects-page')).RedirectsPage,
    ),
    screen(
      consolePaths.language,
      { title: 'Translations', needs: 'GET /api/texts/translations' },
      async () => (await import('@/features/texts/console/language-page')).LanguagePage,
    ),
  ]),
  section({ label: 'Membership Tiers', icon: Award }, [
    part('Tiers', [
      screen(
        consolePaths.memberships,
        {
          title: 'Membership Tiers',
          needs: 'PUT /api/membership-tiers/{id}',
          keywords: 'plans prices fees benefits',
          actions: [
            {
              label: 'Create a membership tier',
              to: href(consolePaths.memberships, { new: '1' }),
              needs: 'POST /api/membership-tiers',
              keywords: 'plan price',
            },
          ],
        },
        async () => (await import('@/features/tiers/console/memberships-page')).MembershipsPage,
      ),
    ]),
    part('Coupons', [
      screen(
        consolePaths.coupons,
        {
          title: 'Coupons',
          needs: 'GET /api/coupons',
          keywords: 'discount codes vouchers',
          actions: [
            {
              label: 'Create a coupon',
              to: consolePaths.coupons,
              needs: 'POST /api/coupons',
              keywords: 'discount code voucher',
            },
          ],
        },
        async () => (await import('@/features/payments/console/coupons-page')).CouponsPage,
      ),
    ]),
  ]),
  section({ label: 'Payment Tracking', icon: IndianRupee }, [
    part('Payments', [
      screen(
        consolePaths.payments,
        { title: 'Payment Tracking', needs: 'GET /api/paid-members', keywords: 'revenue income money razorpay' },
        async () => (await import('@/features/payments/console/payments-page')).PaymentsPage,
      ),
      screen(
        consolePaths.transactions,
        {
          title: 'Transactions',
          needs: 'GET /api/transactions',
          keywords: 'orders charges payments receipts money',
          actions: [
            {
              label: 'Refund a payment',
              to: href(consolePaths.transactions, { status: 'completed' }),
              needs: 'POST /api/transactions/{id}/refund',
              keywords: 'money back return reverse',
            },
            {
              label: 'Attach an unknown payment',
              to: unknownPayments(),
              needs: 'GET /api/payments/unknown',
              keywords: 'orphan unmatched payments',
            },
            {
              label: 'Enter an offline payment',
              to: offlinePayments(),
              needs: 'POST /api/offline-payments',
              keywords: 'record bank transfer neft upi cheque cash',
            },
          ],
        },
        async () => (await import('@/features/payments/console/transactions-page')).TransactionsPage,
      ),
      screen(
        consolePaths.transaction,
        { title: 'Transaction', needs: 'GET /api/transactions/{id}' },
        async () => (await import('@/features/payments/console/transaction-page')).TransactionPage,
      ),
    ]),
    part('Books', [
      screen(
        consolePaths.books,
        {
          title: 'Books',
          needs: 'GET /api/books/registers',
          keywords: 'gst gstr-1 tax registers accounts invoices credit notes month',
          actions: [
            {
              label: 'Close a month',
              to: consolePaths.books,
              needs: 'POST /api/books/months/{month}/close',
              keywords: 'gst books',
            },
          ],
        },
        async () => (await import('@/features/books/console/books-page')).BooksPage,
      ),
      screen(
        consolePaths.eInvoices,
        { title: 'E-invoices', needs: 'GET /api/books/e-invoices', keywords: 'gst irn irp qr' },
        async () => (await import('@/features/books/console/e-invoices-page')).EInvoicesPage,
      ),
      screen(
        consolePaths.receipts,
        { title: 'Offline Receipts', needs: 'GET /api/offline-receipts', keywords: 'bank transfer cheque cash' },
        async () => (await import('@/features/books/console/receipts-page')).ReceiptsPage,
      ),
      screen(
        consolePaths.settlements,
        { title: 'Settlements', needs: 'GET /api/books/settlements', keywords: 'payouts bank utr fees reconciliation' },
        async () => (await import('@/features/books/console/settlements-page')).SettlementsPage,
      ),
      screen(
        consolePaths.settlement,
        { title: 'Settlement', needs: 'GET /api/books/settlements/{id}' },
        async () => (await import('@/features/books/console/settlement-page')).SettlementPage,
      ),
    ]),
  ]),
  section({ label: 'Members', icon: Users }, [
    screen(
      consolePaths.members,
      { title: 'Registered Users', needs: 'GET /api/members/registered-users', keywords: 'accounts users members' },
      async () => (await import('@/features/members/console/members-page')).MembersPage,
    ),
    screen(
      consolePaths.leads,
      { title: 'Leads', needs: 'GET /api/members/leads', keywords: 'enquiries prospects drafts' },
      async () => (await import('@/features/members/console/leads-page')).LeadsPage,
    ),
    screen(
      consolePaths.paidMembers,
      { title: 'Paid Members', needs: 'GET /api/paid-members', keywords: 'customers buyers members' },
      async () => (await import('@/features/members/console/paid-page')).PaidPage,
    ),
    screen(
      consolePaths.bulks,
      { title: 'Bulk actions', needs: 'GET /api/bulk-actions', keywords: 'tag many people at once' },
      async () => (await import('@/features/people/console/bulks-page')).BulksPage,
    ),
    screen(
      consolePaths.bulk,
      { title: 'Bulk actions', needs: 'GET /api/bulk-actions/{id}' },
      async () => (await import('@/features/people/console/bulk-page')).BulkPage,
    ),
    screen(
      consolePaths.invite,
      { title: 'Invite a person', needs: 'POST /api/people', keywords: 'add person new member' },
      async () => (await import('@/features/people/console/new-page')).NewPage,
    ),
    screen(
      consolePaths.person,
      { title: 'Person', needs: 'GET /api/people/{id}' },
      async () => (await import('./person-page')).PersonPage,
    ),
    screen(
      consolePaths.import,
      {
        title: 'Import legacy members',
        needs: 'GET /api/members/imports',
        keywords: 'csv excel spreadsheet upload file',
      },
      async () => (await import('@/features/members/console/import-page')).ImportPage,
    ),
  ]),
  section({ label: 'Email Campaigns', icon: Mail }, [
    screen(
      consolePaths.campaigns,
      {
        title: 'Email Campaigns',
        needs: 'GET /api/campaigns',
        keywords: 'newsletter mailing bulk email segments',
        actions: [
          {
            label: 'Write a campaign',
            to: consolePaths.campaigns,
            needs: 'POST /api/campaigns',
            keywords: 'send newsletter mailing email',
          },
        ],
      },
      async () => (await import('@/features/campaigns/console/campaigns-page')).CampaignsPage,
    ),
    screen(
      consolePaths.campaign,
      { title: 'Campaign', needs: 'GET /api/campaigns/{id}' },
      async () => (await import('@/features/campaigns/console/campaign-page')).CampaignPage,
    ),
    screen(
      consolePaths.automation,
      { title: 'Automation', needs: 'GET /api/automations/{id}' },
      async () => (await import('@/features/mail/console/automation-page')).AutomationPage,
    ),
    screen(
      consolePaths.emailTexts,
      {
        title: 'Emails the site sends',
        needs: 'GET /api/email-texts',
        keywords: 'automations triggers reminders sequences automatic email texts templates wording mail',
      },
      async () => (await import('@/features/mail/console/email-texts-page')).EmailTextsPage,
    ),
    screen(
      consolePaths.emailText,
      { title: 'Email text', needs: 'GET /api/email-texts/{id}' },
      async () => (await import('@/features/mail/console/email-text-page')).EmailTextPage,
    ),
    screen(
      consolePaths.emails,
      {
        title: 'Emails sent',
        needs: 'GET /api/emails',
        keywords: 'outbox delivery failed mail suppressions',
        actions: [
          {
            label: 'Allow emails to a suppressed address',
            to: href(consolePaths.emails, { part: 'suppressed' }),
            needs: 'POST /api/suppressions/{id}/lift',
            keywords: 'suppressions bounces unsubscribed complaints blocked addresses lift',
          },
        ],
      },
      async () => (await import('@/features/mail/console/emails-page')).EmailsPage,
    ),
    screen(
      consolePaths.email,
      { title: 'Email', needs: 'GET /api/emails/{id}' },
      async () => (await import('@/features/mail/console/email-page')).EmailPage,
    ),
  ]),
  section({ label: 'Circle', icon: CircleDashed }, [
    part('Sessions', [
      screen(
        consolePaths.sessions,
        {
          title: 'Sessions',
          // Editors may call the list, to link an item of the library to its session.
          needs: 'GET /api/admin/events/{id}',
          keywords: 'events meetings calendar circle attendees waiting list',
          actions: [
            {
              label: 'Create a session',
              to: consolePaths.sessionNew,
              needs: 'POST /api/events',
              keywords: 'event meeting new',
            },
          ],
        },
        async () => (await import('@/features/events/console/sessions-page')).SessionsPage,
      ),
      screen(
        consolePaths.sessionNew,
        { title: 'Create a session', needs: 'POST /api/events', keywords: 'event meeting new' },
        async () => (await import('@/features/events/console/new-page')).NewPage,
      ),
      screen(
        consolePaths.session,
        { title: 'Session', needs: 'GET /api/admin/events/{id}' },
        async () => (await import('@/features/events/console/session-page')).SessionPage,
      ),
    ]),
    part('Introductions and mentors', [
      screen(
        consolePaths.introductions,
        {
          title: 'Introductions',
          needs: 'GET /api/admin/introductions',
          keywords: 'requests conversations waiting introduce members suggest',
        },
        async () => (await import('@/features/introductions/console/introductions-page')).IntroductionsPage,
      ),
      screen(
        consolePaths.mentors,
        {
          title: 'Mentors',
          needs: 'GET /api/admin/mentors',
          keywords: 'mentees mentorships places overloaded waiting check-in',
        },
        async () => (await import('@/features/mentors/console/mentors-page')).MentorsPage,
      ),
    ]),
    part('Board seats', [
      screen(
        consolePaths.boardSeats,
        {
          title: 'Board seats',
          needs: 'GET /api/admin/board-seats',
          keywords: 'vacancies directors openings interviews appointments outcomes invitations',
          actions: [
            { label: 'Post a board seat', to: consolePaths.newBoardSeat, needs: 'POST /api/admin/board-seats' },
          ],
        },
        async () => (await import('@/features/seats/console/board-seats-page')).BoardSeatsPage,
      ),
      screen(
        consolePaths.newBoardSeat,
        { title: 'Post a board seat', needs: 'POST /api/admin/board-seats' },
        async () => (await import('@/features/seats/console/new-page')).NewPage,
      ),
      screen(
        consolePaths.boardSeat,
        { title: 'Board seat', needs: 'GET /api/admin/board-seats/{id}' },
        async () => (await import('@/features/seats/console/board-seat-page')).BoardSeatPage,
      ),
    ]),
    part('Consultations', [
      screen(
        consolePaths.polls,
        {
          title: 'Consultations',
          needs: 'GET /api/admin/polls',
          keywords: 'polls votes ballots discussion quorum result',
          actions: [{ label: 'Write a consultation', to: consolePaths.newPoll, needs: 'POST /api/polls' }],
        },
        async () => (await import('@/features/polls/console/polls-page')).PollsPage,
      ),
      screen(
        consolePaths.newPoll,
        { title: 'New consultation', needs: 'POST /api/polls' },
        async () => (await import('@/features/polls/console/new-page')).NewPage,
      ),
      screen(
        consolePaths.poll,
        { title: 'Consultation', needs: 'GET /api/admin/polls/{id}' },
        async () => (await import('@/features/polls/console/poll-page')).PollPage,
      ),
      screen(
        consolePaths.pollMinute,
        { title: 'Minute', needs: 'GET /api/admin/polls/{id}' },
        async () => (await import('@/features/polls/console/minute-page')).MinutePage,
      ),
    ]),
    part('Library', [
      screen(
        consolePaths.library,
        {
          title: 'Library',
          needs: 'GET /api/admin/library',
          keywords: 'research notes regulatory updates recordings articles knowledge',
          actions: [
            { label: 'Add an item to the library', to: consolePaths.newLibraryItem, needs: 'POST /api/library' },
          ],
        },
        async () => (await import('@/features/library/console/library-page')).LibraryPage,
      ),
      screen(
        consolePaths.newLibraryItem,
        { title: 'New item', needs: 'POST /api/library' },
        async () => (await import('@/features/library/console/new-page')).NewPage,
      ),
      screen(
        consolePaths.libraryItem,
        { title: 'Library item', needs: 'GET /api/admin/library/{id}' },
        async () => (await import('@/features/library/console/item-page')).ItemPage,
      ),
      screen(
        consolePaths.libraryCollections,
        { title: 'Collections', needs: 'GET /api/admin/library-collections', keywords: 'library groups of items' },
        async () => (await import('@/features/library/console/collections-page')).CollectionsPage,
      ),
      screen(
        consolePaths.libraryCollection,
        { title: 'Collection', needs: 'GET /api/admin/library-collections/{id}' },
        async () => (await import('@/features/library/console/collection-page')).CollectionPage,
      ),
    ]),
  ]),
  section({ label: 'Settings', icon: SlidersHorizontal, isAtFoot: true }, [
    {
      lazy: loadLater(async () => (await import('./settings-layout')).SettingsLayout),
      ErrorBoundary: ScreenError,
      children: settingsGroups.flatMap(({ screens }) => screens),
    },
  ]),
  ...Object.entries(redirects).map(([path, to]) => ({
    path,
    loader: ({ params, request }: LoaderFunctionArgs) =>
      redirect(to({ ...Object.fromEntries(new URL(request.url).searchParams), ...(params as Params) })),
  })),
]
