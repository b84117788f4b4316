import { Pencil } from 'lucide-react'
import { useMay } from '@/lib/admin-access'
import { useConfig } from '@/lib/config'
import { consolePaths } from '@/lib/console-paths'
import { count, counted } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { useReading } from '@/lib/reading'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { ContentTabs } from '@/ui/content-tabs'
import { LoadError } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { Skeleton } from '@/ui/skeleton'
import { useReport } from '@/ui/use-report'
import { type Coverage, coverageQuery, useConfirmText } from './api'

/** The public pages with the state of their texts. Each page is edited where it is shown. */
export function ContentPage() {
  const { data, error, isFetching, refresh } = useReading(coverageQuery)
  return (
    <>
      <PageHead
        title="Content Management"
        lede="Every public page can be edited where it is shown. Open a page, press a text, and write. Visitors see nothing until you publish."
      />
      <ContentTabs />
      {error && !data && (
        <LoadError title="The pages could not be loaded" error={error} busy={isFetching} onRetry={refresh} />
      )}
      {!error && !data && <Skeleton />}
      {data && <Warnings {...data} />}
      {data && <Languages languages={data.languages} />}
      {data && <Pages pages={data.pages} />}
      {data && <Plans plans={data.plans} />}
    </>
  )
}

function Warnings({ warnings, pages }: Coverage) {
  const report = useReport()
  const { mutateAsync, isPending, variables } = useConfirmText()
  if (warnings.length === 0) return null
  return (
    <div className="mb-8">
      <Notice
        tone="warning"
        title={
          warnings.length === 1
            ? 'A text contradicts the settings or the figures'
            : 'Some texts contradict the settings or the figures'
        }
      >
        <ul className="list-disc pl-5">
          {warnings.map((warning) => {
            const page = pages.find(({ page }) => page === warning.page)
            return (
              <li key={`${warning.key} ${warning.problem}`}>
                <a className="text-link" href={`${page?.path ?? '/'}?edit#${warning.key}`}>
                  {page?.name}: {warning.label}
                </a>
                . {warning.message}.
                <Button
                  tone="outline"
                  className="mt-2 mb-3 flex"
                  busy={isPending && variables === warning}
                  onClick={() =>
                    report(mutateAsync(warning), {
                      done: () => ({
                        title: 'Text Confirmed',
                        description: 'It is not listed here again until it is changed.',
                      }),
                      failed: 'Confirmation Failed',
                      fallback: 'The text could not be confirmed. Please try again.',
                    })
                  }
                >
                  This is right<span className="sr-only">: {warning.label}</span>
                </Button>
              </li>
            )
          })}
        </ul>
      </Notice>
    </div>
  )
}

function Languages({ languages }: Pick<Coverage, 'languages'>) {
  if (languages.length === 0) return null
  return (
    <section aria-labelledby="languages" className="mb-12">
      <h2 id="languages" className="display-3 mb-2">
        Languages
      </h2>
      <ul>
        {languages.map(({ language, name, total, translated, stale }) => {
          const open = total - translated + stale
          return (
            <li key={language} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-t py-3">
              <div className="mr-auto min-w-0">
                <p className="font-medium">{name}</p>
                <p className="text-quiet text-sm tabular-nums">
                  {count(translated)} of {counted(total, 'text')} translated, {count(stale)} out of date
                </p>
              </div>
              {open > 0 && (
                <ButtonLink tone="outline" to={href(consolePaths.language, { language })}>
                  Translate {counted(open, 'text')}
                  <span className="sr-only"> in {name}</span>
                </ButtonLink>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type GapsProps = Coverage['languages'][number] & { before: string }

/** How many texts lack a translation in a language, and how many translations are out of date. */
function Gaps({ before, name, total, translated, stale }: GapsProps) {
  return (
    <span>
      {translated < total && `${before}${name}: ${count(total - translated)} missing`}
      {stale > 0 && `${translated < total ? ' · ' : before}${name}: ${count(stale)} out of date`}
    </span>
  )
}

/** The plans on sale, whose texts are changed in their own form. */
function Plans({ plans }: Pick<Coverage, 'plans'>) {
  const mayEdit = useMay()('PUT /api/membership-tiers/{id}')
  if (plans.length === 0) return null
  return (
    <section aria-labelledby="plans" className="mb-12">
      <h2 id="plans" className="display-3 mb-2">
        Membership plans
      </h2>
      <ul>
        {plans.map(({ id, name, languages }) => {
          const open = languages.filter(({ total, translated, stale }) => translated < total || stale > 0)
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-t py-3">
              <div className="mr-auto min-w-0">
                <p className="font-medium">{name}</p>
                <p className="text-quiet text-sm tabular-nums">
                  {open.length === 0 && 'Translated into all languages'}
                  {open.map((language, index) => (
                    <Gaps key={language.language} before={index > 0 ? ' · ' : ''} {...language} />
                  ))}
                </p>
              </div>
              {mayEdit && (
                <ButtonLink
                  tone="outline"
                  to={href(consolePaths.memberships, { edit: id, language: open[0]?.language ?? '' })}
                >
                  <Pencil className="size-4" strokeWidth={1.75} />
                  Edit<span className="sr-only"> {name}</span>
                </ButtonLink>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/**
 * Returns the address at which the texts of a page are edited. The public page of a session needs a session. Without
 * one, the link opens the list of texts on the landing page.
 */
function editorAddress({ page, path }: Coverage['pages'][number], sessionId: string | undefined): string {
  if (page !== 'session') return `${path}?edit`
  return sessionId ? `${href(paths.session, { id: sessionId })}?edit` : `${path}?edit#session.head.title`
}

function Pages({ pages }: { pages: Coverage['pages'] }) {
  const nextSession = useConfig()?.nextSession
  return (
    <section aria-labelledby="pages" className="mb-12">
      <h2 id="pages" className="display-3 mb-2">
        Pages
      </h2>
      <ul>
        {pages.map((page) => (
          <li key={page.page} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-t py-3">
            <div className="mr-auto min-w-0">
              <p className="font-medium">{page.name}</p>
              <p className="text-quiet text-sm tabular-nums">
                {count(page.total)} texts, {page.changed ? `${count(page.changed)} changed` : 'all original'}
                {page.languages.map((language) => (
                  <Gaps key={language.language} before=" · " {...language} />
                ))}
              </p>
            </div>
            {page.drafts > 0 && <Badge tone="brand">{count(page.drafts)} not published</Badge>}
            {page.scheduled > 0 && <Badge tone="success">{count(page.scheduled)} scheduled</Badge>}
            {/* The server renders the page for editing, so the browser loads it in full. */}
            <a className="btn btn-outline" href={editorAddress(page, nextSession?.id)}>
              <Pencil className="size-4" strokeWidth={1.75} />
              Edit<span className="sr-only"> {page.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
