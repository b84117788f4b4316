import { Dashboard } from '@/features/members/console/dashboard'
import { ThisWeek } from '@/features/thisweek/console/this-week'

/** What waits for the office, and its figures. */
export function DashboardPage() {
  return <Dashboard work={<ThisWeek />} />
}
