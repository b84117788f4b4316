import type { RouteObject } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { screen } from './screens'

/** The settings, in the order and the groups of their list. */
export const settingsGroups: readonly { label: string; screens: RouteObject[] }[] = [
  {
    label: 'The site',
    screens: [
      screen(
        consolePaths.settings,
        {
          title: 'Settings',
          label: 'Brand',
          needs: 'GET /api/admin/settings',
          keywords: 'general site name contact address phone figures email design logo footer signature branding',
        },
        async () => (await import('@/features/settings/console/settings-page')).SettingsPage,
      ),
      screen(
        consolePaths.modules,
        {
          title: 'Modules',
          needs: 'GET /api/admin/modules',
          keywords: 'switch on off features parts sessions directory board seats consultations library',
        },
        async () => (await import('./modules-page')).ModulesPage,
      ),
      screen(
        consolePaths.review,
        {
          title: 'Review & purchase',
          needs: 'GET /api/admin/settings',
          keywords: 'votes quorum purchase admission approval 48 hours',
        },
        async () => (await import('@/features/settings/console/review-page')).ReviewPage,
      ),
      screen(
        consolePaths.tax,
        {
          title: 'Tax & supplier',
          needs: 'GET /api/admin/settings',
          keywords: 'gst gstin igst cgst sgst hsn sac invoice number supplier legal name',
        },
        async () => (await import('@/features/settings/console/tax-page')).TaxPage,
      ),
    ],
  },
  {
    label: 'Operation',
    screens: [
      screen(
        consolePaths.backups,
        {
          title: 'Backups',
          needs: 'GET /api/admin/backups',
          keywords: 'restore download copy database',
          actions: [{ label: 'Create a backup', to: consolePaths.backups, needs: 'POST /api/admin/backups' }],
        },
        async () => (await import('@/features/backups/console/backups-page')).BackupsPage,
      ),
      screen(
        consolePaths.health,
        {
          title: 'Health',
          needs: 'GET /api/providers',
          keywords:
            'providers razorpay brevo api keys connection test webhooks calls diagnostics background jobs queue failed retry',
        },
        async () => (await import('./health-page')).HealthPage,
      ),
    ],
  },
  {
    label: 'People',
    screens: [
      screen(
        consolePaths.admins,
        {
          title: 'Administrators',
          needs: 'GET /api/admins',
          keywords: 'admins staff roles rights colleagues',
          actions: [
            {
              label: 'Invite an administrator',
              to: consolePaths.admins,
              needs: 'POST /api/admins',
              keywords: 'add colleague role',
            },
          ],
        },
        async () => (await import('@/features/accounts/console/admins-page')).AdminsPage,
      ),
      screen(
        consolePaths.own,
        {
          title: 'Your account',
          needs: 'GET /api/admin/me/sessions',
          keywords: 'password passkey two-step sign-in totp recovery codes sessions devices',
          actions: [{ label: 'Change your password', to: consolePaths.own, needs: 'POST /api/admin/me/password' }],
        },
        async () => (await import('@/features/accounts/console/account-page')).AccountPage,
      ),
    ],
  },
]
