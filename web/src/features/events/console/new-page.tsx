import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { date } from '@/lib/formats'
import { href } from '@/lib/href'
import { Field } from '@/ui/field'
import { PageHead } from '@/ui/page-head'
import { ScreenSkeleton } from '@/ui/skeleton'
import { officeSessionQuery, templatesQuery } from './api'
import { SessionForm } from './session-form'

/** Creates a session as a draft, empty or with the values of an earlier one as a template. */
export function NewPage() {
  const [id, setId] = useState('')
  const [params, setParams] = useSearchParams()
  const from = params.get('from') ?? ''
  const { data: templates = [] } = useQuery(templatesQuery)
  const template = useQuery({ ...officeSessionQuery(from), enabled: from !== '' })
  // The form is removed before the address changes, so that it does not ask about unsaved text.
  if (id) return <Navigate replace to={href(consolePaths.session, { id })} />
  if (from && template.isPending) return <ScreenSkeleton />
  return (
    <>
      <p className="mb-2">
        <Link to={consolePaths.sessions} className="text-link inline-flex min-h-11 items-center">
          All sessions
        </Link>
      </p>
      <PageHead title="Create a session" lede="It is a draft until you publish it. Members do not see drafts." />
      {templates.length > 0 && (
        <Field
          label="Template"
          hasDefault
          hint="The fields below get the texts, the speakers and the capacity of that session, and replace what you have entered."
          className="mb-8 max-w-3xl"
        >
          {(control) => (
            <select
              className="select w-full"
              value={from}
              onChange={({ target }) => setParams(target.value ? { from: target.value } : {}, { replace: true })}
              {...control}
            >
              <option value="">No template</option>
              {templates.map(({ id, title, startsAt }) => (
                <option key={id} value={id}>
                  {title}, {date(startsAt)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <SessionForm key={from} session={undefined} template={template.data} onSaved={(saved) => setId(saved.id)} />
    </>
  )
}
