import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { paths } from '@/lib/paths'
import { PageHead } from '@/ui/page-head'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import { type EmailTextDetail, emailTextQuery } from './api'
import { isEnglish, TextState } from './email-texts-page'
import { LazyEmailEditor } from './lazy-email-editor'
import { kindLabel } from './statuses'

/** One automatic email: its text with sample data, and its earlier versions. */
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
        list={{ label: 'All texts', to: paths.adminEmailTexts }}
      />
    )
  if (!text) return <ScreenSkeleton />
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.adminEmailTexts}>
          All texts
        </Link>
      </p>
      <PageHead
        title={titleOf(text)}
        lede="Write as in a document. Values such as the name are filled in for each reader."
        named={kindLabel(text.kind)}
        actions={<TextState text={text} />}
      />
      <LazyEmailEditor key={id} text={text} />
    </>
  )
}

function titleOf(text: EmailTextDetail): string {
  const title = text.variant ? `${kindLabel(text.kind)}: ${text.variant}` : kindLabel(text.kind)
  return isEnglish(text) ? title : `${title}, in ${text.language}`
}
