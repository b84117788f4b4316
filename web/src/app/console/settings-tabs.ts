import { paths } from '@/lib/paths'

/** The parts of the settings, in their order. */
export const settingsTabs: readonly { to: string; label: string }[] = [
  { to: paths.adminAdmins, label: 'Administrators' },
  { to: paths.adminOwn, label: 'Your account' },
]
