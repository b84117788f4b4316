import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { PageHead } from '@/ui/page-head'
import { ScreenSkeleton } from '@/ui/skeleton'
import { officeSessionQuery } from './api'
import { SessionForm } from './session-form'

/** Creates a session as a draft, empty or with the values of another one. */
export function NewPage() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const from = params.get('from') ?? ''
  const template = useQuery({ ...officeSessionQuery(from), enabled: from !== '' })
  if (from && template.isPending) return <ScreenSkeleton />
  return (
    <>
      <p className="mb-2">
        <Link to={paths.adminSessions} className="text-link inline-flex min-h-11 items-center">
          All sessions
        </Link>
      </p>
      <PageHead title="Create a session" lede="It is a draft until you publish it. Members do not see drafts." />
      <SessionForm
        session={undefined}
        template={template.data}
        onSaved={({ id }) => navigate(href(paths.adminSession, { id }))}
      />
    </>
  )
}
