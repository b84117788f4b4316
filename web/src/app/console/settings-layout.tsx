import { Outlet } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { LinkTabs } from '@/ui/link-tabs'
import { settingsRoutes } from './routes'
import { screensOf } from './screens'

/** The tabs of the settings that the admin's role includes, above the chosen one. */
export function SettingsLayout() {
  const may = useMay()
  const tabs = screensOf(settingsRoutes)
    .filter(({ needs }) => may(needs))
    .map(({ path, title, tab = title }) => ({ to: path, label: tab }))
  return (
    <>
      <LinkTabs label="Settings" tabs={tabs} />
      <Outlet />
    </>
  )
}
