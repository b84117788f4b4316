import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { PageHead } from '@/ui/page-head'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import { automationsQuery, type EmailTextDetail, emailTextQuery } from './api'
import { EmailTextTabs, isEnglish } from './email-text-tabs'
import { TextState } from './email-texts-page'
import { LazyEmailEditor } from './lazy-email-editor'
import { kindLabel } from './statuses'

/** One text of an automatic email, with sample data and its earlier versions, and the way to its other texts. */
export function EmailTextPage() {
  const { id = '' } = useParams()
  const query = useQuery(emailTextQuery(id))
  const text = query.data
  if (!text && query.error)
    return (
      <UnreadRecord
        what="Text"
        error={query.error}
        onRetry={query.refetch}
        list={{ label: 'All emails', to: consolePaths.emailTexts }}
      />
    )
  if (!text) return <ScreenSkeleton />
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={consolePaths.emailTexts}>
          All emails
        </Link>
      </p>
      <PageHead
        title={titleOf(text)}
        lede="Write as in a document. Values such as the name are filled in for each reader."
        named={kindLabel(text.kind)}
        actions={<TextState text={text} />}
      />
      <AutomationOf kind={text.kind} />
      <EmailTextTabs text={text} />
      <LazyEmailEditor key={text.id} text={text} />
    </>
  )
}

/** Links to the automation that sends an email, where it is turned on and off. */
function AutomationOf({ kind }: { kind: string }) {
  const { data = [] } = useQuery(automationsQuery)
  const automation = data.find((other) => other.kind === kind && !other.isBuiltIn)
  if (!automation) return null
  return (
    <p className="mb-4 text-quiet">
      Sent by the automation{' '}
      <Link className="text-link" to={href(consolePaths.automation, { id: automation.id })}>
        {automation.name}
      </Link>
      , which is turned {automation.isOn ? 'on' : 'off'}.
    </p>
  )
}

function titleOf(text: EmailTextDetail): string {
  const title = text.variant ? `${kindLabel(text.kind)}: ${text.variant}` : kindLabel(text.kind)
  return isEnglish(text) ? title : `${title}, in ${text.language}`
}
