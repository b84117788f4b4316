import type { RouteObject } from 'react-router'
import { paths } from '@/lib/paths'
import { screen } from './screens'

/** The settings, in the order and the groups of their list. */
export const settingsGroups: readonly { label: string; screens: RouteObject[] }[] = [
  {
    label: 'The site',
    screens: [
      screen(
        paths.adminSettings,
        {
          title: 'Settings',
          label: 'General',
          needs: 'GET /api/admin/settings',
          keywords: 'site name contact address phone figures',
        },
        async () => (await import('@/features/settings/console/settings-page')).SettingsPage,
      ),
      screen(
        paths.adminReview,
        {
          title: 'Review & purchase',
          needs: 'GET /api/admin/settings',
          keywords: 'votes quorum purchase admission approval 48 hours',
        },
        async () => (await import('@/features/settings/console/review-page')).ReviewPage,
      ),
      screen(
        paths.adminTax,
        {
          title: 'Tax & supplier',
          needs: 'GET /api/admin/settings',
          keywords: 'gst gstin igst cgst sgst hsn sac invoice number supplier legal name',
        },
        async () => (await import('@/features/settings/console/tax-page')).TaxPage,
      ),
      screen(
        paths.adminEmailFrame,
        {
          title: 'Email design',
          needs: 'GET /api/admin/settings',
          keywords: 'email design logo footer signature branding',
        },
        async () => (await import('@/features/settings/console/emails-page')).EmailsPage,
      ),
    ],
  },
  {
    label: 'Connections',
    screens: [
      screen(
        paths.adminProviders,
        { title: 'Providers', needs: 'GET /api/providers', keywords: 'razorpay brevo api keys connection health' },
        async () => (await import('@/features/settings/console/providers-page')).ProvidersPage,
      ),
      screen(
        paths.adminWebhooks,
        { title: 'Webhooks', needs: 'GET /api/webhook-diagnostics', keywords: 'razorpay brevo calls diagnostics' },
        async () => (await import('@/features/settings/console/webhooks-page')).WebhooksPage,
      ),
    ],
  },
  {
    label: 'Operation',
    screens: [
      screen(
        paths.adminBackups,
        {
          title: 'Backups',
          needs: 'GET /api/admin/backups',
          keywords: 'restore download copy database',
          actions: [{ label: 'Create a backup', to: paths.adminBackups, needs: 'POST /api/admin/backups' }],
        },
        async () => (await import('@/features/backups/console/backups-page')).BackupsPage,
      ),
      screen(
        paths.adminJobs,
        { title: 'Background jobs', needs: 'GET /api/jobs', keywords: 'jobs queue failed retry operations' },
        async () => (await import('@/features/operations/console/jobs-page')).JobsPage,
      ),
    ],
  },
  {
    label: 'People',
    screens: [
      screen(
        paths.adminAdmins,
        {
          title: 'Administrators',
          needs: 'GET /api/admins',
          keywords: 'admins staff roles rights colleagues',
          actions: [
            {
              label: 'Invite an administrator',
              to: paths.adminAdmins,
              needs: 'POST /api/admins',
              keywords: 'add colleague role',
            },
          ],
        },
        async () => (await import('@/features/accounts/console/admins-page')).AdminsPage,
      ),
      screen(
        paths.adminOwn,
        {
          title: 'Your account',
          needs: 'GET /api/admin/me/sessions',
          keywords: 'password passkey two-step sign-in totp recovery codes sessions devices',
          actions: [{ label: 'Change your password', to: paths.adminOwn, needs: 'POST /api/admin/me/password' }],
        },
        async () => (await import('@/features/accounts/console/account-page')).AccountPage,
      ),
    ],
  },
]
