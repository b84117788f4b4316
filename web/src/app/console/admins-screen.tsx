import { Component as AdminsPage } from '@/features/accounts/console/admins-page'
import { SettingsFrame } from './settings-frame'

export function Component() {
  return (
    <SettingsFrame>
      <AdminsPage />
    </SettingsFrame>
  )
}
