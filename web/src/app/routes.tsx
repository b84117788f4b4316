import type { RouteObject } from 'react-router'
import type { CircleModule } from '@/lib/modules'
import { paths } from '@/lib/paths'
import { AccountErrorPage, ErrorPage, LoadingConsole, LoadingPage, NotFoundPage } from './fallback-pages'
import { loadTexts } from './load-texts'
import { loadLater } from './lost-script'
import { page, withOwnPolicy } from './page'
import { PublicLayout } from './public-layout'
import { SiteLayout } from './site-layout'

/** The route to which the console's screens are added when the console is opened (router.ts). */
export const consoleRouteId = 'console'

// The layout of the account stays when one of its pages fails.
const accountPage: typeof page = (...args) => ({ ...page(...args), ErrorBoundary: AccountErrorPage })

/** Pages of a module, which are closed to members whose plan does not open it. */
const inModule = (module: CircleModule, children: RouteObject[]): RouteObject => ({
  lazy: loadLater(async () => (await import('./module-gate')).moduleGate(module)),
  ErrorBoundary: AccountErrorPage,
  children,
})

/** Every page of the site. Each is its own chunk, loaded on the first visit. */
export const routes: RouteObject[] = [
  {
    id: 'site',
    Component: SiteLayout,
    loader: loadTexts(['site']),
    HydrateFallback: LoadingPage,
    ErrorBoundary: ErrorPage,
    children: [
      {
        Component: PublicLayout,
        ErrorBoundary: ErrorPage,
        children: [
          page(
            paths.home,
            { mode: 'rendered', sitemap: true, texts: ['landing', 'nomination', 'plans'] },
            async () => (await import('./home-page')).HomePage,
          ),
          withOwnPolicy(
            page(
              paths.membershipPlans,
              { mode: 'rendered', sitemap: true, texts: ['plans', 'checkout'] },
              async () => (await import('./membership-plans-page')).MembershipPlansPage,
            ),
          ),
          page(
            paths.session,
            { mode: 'rendered', sitemap: true, texts: ['session'] },
            async () => (await import('@/features/events/public/session-page')).SessionPage,
          ),
          page(
            paths.thankYou,
            { mode: 'shell', sitemap: false, texts: ['thank-you'] },
            async () => (await import('@/features/payments/thank-you-page')).ThankYouPage,
          ),
          page(
            paths.renew,
            { mode: 'rendered', sitemap: false, texts: ['renew', 'checkout'] },
            async () => (await import('@/features/payments/renew-page')).RenewPage,
          ),
          page(
            paths.seat,
            { mode: 'rendered', sitemap: false, texts: ['seat', 'sign-in'] },
            async () => (await import('@/features/accounts/seat-page')).SeatPage,
          ),
          page(
            paths.auth,
            { mode: 'rendered', sitemap: true, texts: ['sign-in'] },
            async () => (await import('@/features/accounts/auth-page')).AuthPage,
          ),
          page(
            paths.forgotPassword,
            { mode: 'rendered', sitemap: false, texts: ['sign-in'], head: 'forgot.head' },
            async () => (await import('@/features/accounts/forgot-password-page')).ForgotPasswordPage,
          ),
          page(
            paths.resetPassword,
            { mode: 'rendered', sitemap: false, texts: ['sign-in'], head: 'reset.head' },
            async () => (await import('@/features/accounts/reset-password-page')).ResetPasswordPage,
          ),
          page(
            paths.confirmEmail,
            { mode: 'rendered', sitemap: false, texts: ['sign-in'], head: 'confirm.head' },
            async () => (await import('@/features/accounts/confirm-email-page')).ConfirmEmailPage,
          ),
          page(
            paths.nomination,
            { mode: 'shell', sitemap: false, texts: ['own-nomination', 'nomination'] },
            async () => (await import('@/features/nominations/nomination-page')).NominationPage,
          ),
          page(
            paths.registrationSuccess,
            { mode: 'shell', sitemap: false, texts: ['nomination-received'] },
            async () => (await import('@/features/nominations/registration-success-page')).RegistrationSuccessPage,
          ),
          page(
            paths.terms,
            { mode: 'rendered', sitemap: true, texts: ['legal', 'terms'] },
            async () => (await import('@/features/legal/terms-conditions-page')).TermsConditionsPage,
          ),
          page(
            paths.privacy,
            { mode: 'rendered', sitemap: true, texts: ['legal', 'privacy'] },
            async () => (await import('@/features/legal/privacy-policy-page')).PrivacyPolicyPage,
          ),
          page(
            paths.refund,
            { mode: 'rendered', sitemap: true, texts: ['legal', 'refund'] },
            async () => (await import('@/features/legal/cancellation-refund-page')).CancellationRefundPage,
          ),
          {
            lazy: loadLater(async () => (await import('@/app/console/console-style')).ConsoleStyle),
            ErrorBoundary: ErrorPage,
            children: [
              page(
                paths.adminWelcome,
                { title: 'Welcome to the console', mode: 'shell', sitemap: false },
                async () => (await import('@/features/accounts/console/welcome-page')).WelcomePage,
              ),
              page(
                paths.adminOld,
                { title: 'Administration', mode: 'shell', sitemap: false },
                async () => (await import('@/app/console/admin-old-page')).AdminOldPage,
              ),
            ],
          },
          {
            id: 'not-found',
            path: '*',
            handle: { mode: 'rendered', sitemap: false, texts: ['errors'], status: 404 },
            loader: loadTexts(['errors']),
            Component: NotFoundPage,
            ErrorBoundary: ErrorPage,
          },
        ],
      },
      {
        lazy: loadLater(async () => (await import('./member-layout')).MemberLayout),
        ErrorBoundary: ErrorPage,
        children: [
          {
            lazy: loadLater(async () => (await import('./account-layout')).AccountLayout),
            ErrorBoundary: ErrorPage,
            children: [
              accountPage(
                paths.account,
                { title: 'Your account', mode: 'shell', sitemap: false },
                async () => (await import('./account-page')).AccountPage,
              ),
              accountPage(
                paths.accountProfile,
                { title: 'Profile', mode: 'shell', sitemap: false },
                async () => (await import('@/features/accounts/own/profile-page')).ProfilePage,
              ),
              accountPage(
                paths.accountBilling,
                { title: 'Billing', mode: 'shell', sitemap: false },
                async () => (await import('@/features/payments/billing-page')).BillingPage,
              ),
              accountPage(
                paths.accountSecurity,
                { title: 'Security', mode: 'shell', sitemap: false },
                async () => (await import('@/features/accounts/own/security-page')).SecurityPage,
              ),
              accountPage(
                paths.accountEmails,
                { title: 'Emails', mode: 'shell', sitemap: false },
                async () => (await import('@/features/accounts/own/emails-page')).EmailsPage,
              ),
            ],
          },
          {
            lazy: loadLater(async () => (await import('./circle-layout')).CircleLayout),
            ErrorBoundary: ErrorPage,
            children: [
              accountPage(
                paths.circle,
                { title: 'Home', hasOwnHeading: true, mode: 'shell', sitemap: false },
                async () => (await import('./circle-page')).CirclePage,
              ),
              inModule('sessions', [
                accountPage(
                  paths.circleSessions,
                  { title: 'Sessions', mode: 'shell', sitemap: false },
                  async () => (await import('@/features/events/sessions-page')).SessionsPage,
                ),
                accountPage(
                  paths.circleSession,
                  { title: 'Session', hasOwnHeading: true, mode: 'shell', sitemap: false },
                  async () => (await import('@/features/events/session-page')).SessionPage,
                ),
              ]),
              inModule('directory', [
                accountPage(
                  paths.circleDirectory,
                  { title: 'Directory', mode: 'shell', sitemap: false },
                  async () => (await import('./directory-page')).DirectoryPage,
                ),
                accountPage(
                  paths.circlePerson,
                  { title: 'Member', hasOwnHeading: true, mode: 'shell', sitemap: false },
                  async () => (await import('./person-page')).PersonPage,
                ),
              ]),
              accountPage(
                paths.circleProfile,
                { title: 'Your directory profile', mode: 'shell', sitemap: false },
                async () => (await import('@/features/directory/profile-page')).ProfilePage,
              ),
              inModule('directory', [
                accountPage(
                  paths.circleIntroductions,
                  { title: 'Introductions', mode: 'shell', sitemap: false },
                  async () => (await import('@/features/introductions/introductions-page')).IntroductionsPage,
                ),
                accountPage(
                  paths.circleIntroduction,
                  { title: 'Introduction', hasOwnHeading: true, mode: 'shell', sitemap: false },
                  async () => (await import('@/features/introductions/introduction-page')).IntroductionPage,
                ),
                accountPage(
                  paths.circleMentors,
                  { title: 'Mentors', mode: 'shell', sitemap: false },
                  async () => (await import('@/features/mentors/mentors-page')).MentorsPage,
                ),
                accountPage(
                  paths.circleMentorGuide,
                  { title: 'The first meeting', mode: 'shell', sitemap: false },
                  async () => (await import('@/features/mentors/guide-page')).GuidePage,
                ),
              ]),
              inModule('board-seats', [
                accountPage(
                  paths.circleSeats,
                  { title: 'Board seats', mode: 'shell', sitemap: false },
                  async () => (await import('@/features/seats/board-seats-page')).BoardSeatsPage,
                ),
                accountPage(
                  paths.circleNewSeat,
                  { title: 'Post a board seat', mode: 'shell', sitemap: false },
                  async () => (await import('@/features/seats/new-page')).NewPage,
                ),
                accountPage(
                  paths.circleSeat,
                  { title: 'Board seat', hasOwnHeading: true, mode: 'shell', sitemap: false },
                  async () => (await import('@/features/seats/board-seat-page')).BoardSeatPage,
                ),
              ]),
              inModule('consultations', [
                accountPage(
                  paths.circlePolls,
                  { title: 'Consultations', mode: 'shell', sitemap: false },
                  async () => (await import('@/features/polls/polls-page')).PollsPage,
                ),
                accountPage(
                  paths.circlePoll,
                  { title: 'Consultation', hasOwnHeading: true, mode: 'shell', sitemap: false },
                  async () => (await import('@/features/polls/poll-page')).PollPage,
                ),
              ]),
              inModule('library', [
                accountPage(
                  paths.circleLibrary,
                  { title: 'Library', mode: 'shell', sitemap: false },
                  async () => (await import('@/features/library/library-page')).LibraryPage,
                ),
                accountPage(
                  paths.circleLibraryItem,
                  { title: 'From the library', hasOwnHeading: true, mode: 'shell', sitemap: false },
                  async () => (await import('@/features/library/item-page')).ItemPage,
                ),
                accountPage(
                  paths.circleLibraryCollection,
                  { title: 'A collection of the library', hasOwnHeading: true, mode: 'shell', sitemap: false },
                  async () => (await import('@/features/library/collection-page')).CollectionPage,
                ),
              ]),
            ],
          },
          page(
            paths.circlePollMinute,
            { title: 'Minute', mode: 'shell', sitemap: false },
            async () => (await import('@/features/polls/minute-page')).MinutePage,
          ),
          withOwnPolicy(
            page(
              paths.accountCard,
              { title: 'Update your card', mode: 'shell', sitemap: false },
              async () => (await import('@/features/payments/card-page')).CardPage,
            ),
          ),
        ],
      },
    ],
  },
  {
    HydrateFallback: LoadingPage,
    ErrorBoundary: ErrorPage,
    children: [
      withOwnPolicy({
        id: consoleRouteId,
        HydrateFallback: LoadingConsole,
        lazy: loadLater(async () => (await import('@/app/console/console-layout')).ConsoleLayout),
        ErrorBoundary: ErrorPage,
        children: [
          page(
            `${paths.admin}/*`,
            { title: 'Administration', mode: 'shell', sitemap: false },
            async () => (await import('@/app/console/unknown-screen')).UnknownScreen,
          ),
        ],
      }),
    ],
  },
]
