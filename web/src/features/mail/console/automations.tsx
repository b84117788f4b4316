import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { count, date } from '@/lib/formats'
import { href } from '@/lib/href'
import { LoadError } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { SmallTable } from '@/ui/small-table'
import type { Automation } from './api'
import { automationsQuery } from './api'
import { AutomationState, consents, delayInWords } from './automation-words'

/** The emails that events trigger: automations, which admins can turn on, and built-in emails, which are always on. */
export function Automations() {
  const may = useMay()
  return may('GET /api/automations') && <LoadedAutomations />
}

function LoadedAutomations() {
  const { data, error, refetch, isFetching } = useQuery(automationsQuery)
  return (
    <>
      {error && !data && (
        <LoadError title="The automations could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
      )}
      {!data && !error && <Skeleton />}
      {data && (
        <>
          <SmallTable
            title="Turn on or off"
            lede="Each event triggers an email once. Events from before an automation was turned on do not trigger it."
            nothing="No emails"
            headers={['Email', 'Status', 'When', 'Consent', 'Sent in 30 days']}
            rows={data
              .filter(({ isBuiltIn }) => !isBuiltIn)
              .map((automation) => ({
                key: automation.id,
                cells: [
                  <Named key="name" automation={automation} />,
                  <AutomationState key="state" automation={automation} />,
                  delayInWords(automation.delayHours),
                  consents[automation.consent].label,
                  <Sent key="sent" automation={automation} />,
                ],
              }))}
          />
          <SmallTable
            title="Sent automatically"
            nothing="No emails"
            headers={['Email', 'Status', 'Consent', 'Sent in 30 days']}
            rows={data
              .filter(({ isBuiltIn }) => isBuiltIn)
              .map((automation) => ({
                key: automation.id,
                cells: [
                  <Named key="name" automation={automation} />,
                  <AutomationState key="state" automation={automation} />,
                  consents[automation.consent].label,
                  <Sent key="sent" automation={automation} />,
                ],
              }))}
          />
        </>
      )}
    </>
  )
}

function Named({ automation: { id, name, trigger } }: { automation: Automation }) {
  return (
    <>
      <Link className="text-link font-medium" to={href(consolePaths.automation, { id })}>
        {name}
      </Link>
      <span className="block max-w-text text-quiet text-sm">{trigger}</span>
    </>
  )
}

function Sent({ automation: { sentCount, lastSentAt } }: { automation: Automation }) {
  if (sentCount === 0) return '–'
  return (
    <>
      {count(sentCount)}
      {lastSentAt && <span className="block whitespace-nowrap text-quiet text-sm">last {date(lastSentAt)}</span>}
    </>
  )
}
