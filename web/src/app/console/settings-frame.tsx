import type { ReactNode } from 'react'
import { LinkTabs } from '@/ui/link-tabs'
import { settingsTabs } from './settings-tabs'

/** A part of the settings, with the way to the others over it. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <LinkTabs label="Settings" tabs={settingsTabs} />
      {children}
    </>
  )
}
