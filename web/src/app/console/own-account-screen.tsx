import { Component as OwnAccountPage } from '@/features/accounts/console/own-account-page'
import { SettingsFrame } from './settings-frame'

export function Component() {
  return (
    <SettingsFrame>
      <OwnAccountPage />
    </SettingsFrame>
  )
}
