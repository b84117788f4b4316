import { paths } from '@/lib/paths'

/** The parts of the settings, in their order. */
export const settingsTabs: readonly { to: string; label: string }[] = [
  { to: paths.adminSettings, label: 'General' },
  { to: paths.adminReview, label: 'Review & purchase' },
  { to: paths.adminTax, label: 'Tax & supplier' },
  { to: paths.adminProviders, label: 'Providers' },
  { to: paths.adminWebhooks, label: 'Webhooks' },
  { to: paths.adminBackups, label: 'Backups' },
  { to: paths.adminAdmins, label: 'Administrators' },
  { to: paths.adminOwn, label: 'Your account' },
]
