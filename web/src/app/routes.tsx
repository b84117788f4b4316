import type { RouteObject } from 'react-router'
import { paths } from '@/lib/paths'
import { ErrorPage, LoadingPage, NotFoundPage } from './fallback-pages'
import { page } from './page'
import { SiteLayout } from './site-layout'

// The console's styles are loaded with its routes, because the site's pages do not need them.
async function inConsoleStyle<Route>(route: Promise<Route>): Promise<Route> {
  await import('./console/console.css')
  return route
}

/** Every page of the site. Each is its own chunk, loaded on the first visit. */
export const routes: RouteObject[] = [
  {
    Component: SiteLayout,
    HydrateFallback: LoadingPage,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          page(
            paths.home,
            {
              title: '{site}: {target} Women, One Circle, One Vision',
              description:
                'The invite-only circle of women who serve on corporate boards in India: a policy voice, a mentorship engine and a research hub.',
              mode: 'rendered',
              sitemap: true,
            },
            () => import('./landing-route'),
          ),
          page(
            paths.membershipPlans,
            {
              title: 'Membership plans',
              description: 'The membership plans of {site}, the circle of women company directors in India.',
              mode: 'rendered',
              sitemap: true,
            },
            () => import('./tiers-route'),
          ),
          page(
            paths.thankYou,
            { title: 'Thank you', description: 'Your payment has reached us.', mode: 'shell', sitemap: false },
            () => import('@/features/payments/thank-you-page'),
          ),
          page(
            paths.renew,
            {
              title: 'Renew your membership',
              description: 'Pay for the next term of your membership, with the link from our email.',
              mode: 'rendered',
              sitemap: false,
            },
            () => import('@/features/payments/renew-page'),
          ),
          page(
            paths.seat,
            {
              title: 'A membership for you',
              description: 'Accept the membership that a company has bought for you.',
              mode: 'rendered',
              sitemap: false,
            },
            () => import('@/features/accounts/seat-page'),
          ),
          {
            lazy: () => import('./account-frame'),
            children: [
              page(
                paths.account,
                {
                  title: 'Your account',
                  description: 'Your membership card, what is next, and your nomination.',
                  mode: 'shell',
                  sitemap: false,
                },
                () => import('./account-route'),
              ),
              page(
                paths.accountProfile,
                {
                  title: 'Profile',
                  description: 'How we address you, where you work, and the boards that you serve on.',
                  mode: 'shell',
                  sitemap: false,
                },
                () => import('@/features/accounts/own/profile-page'),
              ),
              page(
                paths.accountBilling,
                {
                  title: 'Billing',
                  description: 'Your membership, its term, your payments and their receipts.',
                  mode: 'shell',
                  sitemap: false,
                },
                () => import('@/features/payments/billing-page'),
              ),
              page(
                paths.accountSecurity,
                {
                  title: 'Security',
                  description: 'Your email address, password and PIN, and where you are signed in.',
                  mode: 'shell',
                  sitemap: false,
                },
                () => import('@/features/accounts/own/security-page'),
              ),
              page(
                paths.accountEmails,
                {
                  title: 'Emails',
                  description: 'What we write to you about, and what you can do without.',
                  mode: 'shell',
                  sitemap: false,
                },
                () => import('@/features/accounts/own/emails-page'),
              ),
            ],
          },
          page(
            paths.accountCard,
            {
              title: 'A new card',
              description: 'Where a member gives another card for the membership that renews.',
              mode: 'shell',
              sitemap: false,
            },
            () => import('./card-route'),
          ),
          page(
            paths.auth,
            {
              title: 'Login or register',
              description: 'Sign in to {site}, or open an account, with a password or a 4-digit PIN.',
              mode: 'rendered',
              sitemap: true,
            },
            () => import('@/features/accounts/auth-page'),
          ),
          page(
            paths.forgotPassword,
            {
              title: 'Forgot your password?',
              description: 'Ask for a link to set a new password.',
              mode: 'rendered',
              sitemap: false,
            },
            () => import('@/features/accounts/forgot-password-page'),
          ),
          page(
            paths.resetPassword,
            {
              title: 'Set a new password',
              description: 'Set a new password with the link from your email.',
              mode: 'rendered',
              sitemap: false,
            },
            () => import('@/features/accounts/reset-password-page'),
          ),
          page(
            paths.confirmEmail,
            {
              title: 'Confirm your email address',
              description: 'Confirm your email address with the link from our email.',
              mode: 'rendered',
              sitemap: false,
            },
            () => import('@/features/accounts/confirm-email-page'),
          ),
          page(
            paths.nomination,
            {
              title: 'Your nomination',
              description: 'The status of your nomination, and what you can do about it.',
              mode: 'shell',
              sitemap: false,
            },
            () => import('@/features/nominations/own-page'),
          ),
          page(
            paths.registrationSuccess,
            {
              title: 'Nomination received',
              description: 'What happens after your nomination.',
              mode: 'shell',
              sitemap: false,
            },
            () => import('@/features/nominations/registration-success-page'),
          ),
          page(
            paths.terms,
            {
              title: 'Terms and conditions',
              description:
                'The terms on which {site} is used and joined: eligibility, membership, fees, conduct, liability and law.',
              mode: 'rendered',
              sitemap: true,
            },
            () => import('@/features/legal/terms-page'),
          ),
          page(
            paths.privacy,
            {
              title: 'Privacy policy',
              description:
                'What {site} collects, why, with whom it is shared, how long it is kept, and how you decide about it.',
              mode: 'rendered',
              sitemap: true,
            },
            () => import('@/features/legal/privacy-page'),
          ),
          page(
            paths.refund,
            {
              title: 'Cancellation and refund policy',
              description: 'When fees and tickets are refunded, and how to report a payment error.',
              mode: 'rendered',
              sitemap: true,
            },
            () => import('@/features/legal/refund-page'),
          ),
          page(
            paths.adminWelcome,
            {
              title: 'Welcome to the console',
              description: 'Where an invited administrator chooses a password.',
              mode: 'shell',
              sitemap: false,
            },
            () => inConsoleStyle(import('@/features/accounts/console/welcome-page')),
          ),
          page(
            paths.adminOld,
            { title: 'Administration', description: 'For administrators.', mode: 'shell', sitemap: false },
            () => inConsoleStyle(import('@/app/admin-old-route')),
          ),
          {
            path: '*',
            handle: {
              title: 'Page not found',
              description: 'There is no page at this address.',
              mode: 'rendered',
              sitemap: false,
              status: 404,
            },
            Component: NotFoundPage,
          },
        ],
      },
    ],
  },
  {
    HydrateFallback: LoadingPage,
    ErrorBoundary: ErrorPage,
    children: [
      page(
        paths.adminPreview,
        { title: 'Preview', description: 'For administrators.', mode: 'shell', sitemap: false },
        () => import('@/app/console/preview-route'),
      ),
      page(
        `${paths.admin}/*`,
        { title: 'Administration', description: 'For administrators.', mode: 'shell', sitemap: false },
        () => inConsoleStyle(import('@/app/console/console-route')),
      ),
    ],
  },
]
