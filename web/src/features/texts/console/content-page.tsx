import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { count } from '@/lib/formats'
import { maxImageBytes } from '@/lib/generated'
import { useLiveQuery } from '@/lib/live'
import { picturesQuery, useUploadPicture } from '@/lib/pictures'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { Skeleton } from '@/ui/skeleton'
import { type Coverage, coverageQuery } from './api'

/** The public pages with the state of their texts. Each page is edited where it is shown. */
export function ContentPage() {
  const { data, error, isFetching, refresh } = useLiveQuery(coverageQuery, ['content'])
  return (
    <>
      <PageHead
        title="Content Management"
        lede="Every public page can be edited where it is shown. Open a page, press a text, and write. Visitors see nothing until you publish."
      />
      {error && !data && (
        <LoadError title="The pages could not be loaded" error={error} busy={isFetching} onRetry={refresh} />
      )}
      {!error && !data && <Skeleton />}
      {data && <Warnings {...data} />}
      {data && <Pages pages={data.pages} />}
      <Pictures />
    </>
  )
}

function Warnings({ warnings, pages }: Coverage) {
  if (warnings.length === 0) return null
  return (
    <div className="mb-8">
      <Notice
        tone="warning"
        title={warnings.length === 1 ? 'A text contradicts the settings' : 'Some texts contradict the settings'}
      >
        <ul className="list-disc pl-5">
          {warnings.map((warning) => {
            const page = pages.find(({ page }) => page === warning.page)
            return (
              <li key={warning.key}>
                <a className="text-link" href={`${page?.path ?? '/'}?edit#${warning.key}`}>
                  {page?.name}: {warning.label}
                </a>
                . {warning.message}.
              </li>
            )
          })}
        </ul>
      </Notice>
    </div>
  )
}

function Pages({ pages }: { pages: Coverage['pages'] }) {
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
                {page.languages.map(({ language, translated, stale }) => (
                  <span key={language}>
                    {' · '}
                    {language}: {count(translated)} translated{stale > 0 && `, ${count(stale)} out of date`}
                  </span>
                ))}
              </p>
            </div>
            {page.drafts > 0 && <Badge tone="brand">{count(page.drafts)} not published</Badge>}
            {page.scheduled > 0 && <Badge tone="success">{count(page.scheduled)} scheduled</Badge>}
            {/* The server renders the page for editing, so the browser loads it in full. */}
            <a className="btn btn-outline" href={`${page.path}?edit`}>
              <Pencil className="size-4" strokeWidth={1.75} />
              Edit<span className="sr-only"> {page.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The uploaded pictures. Texts and emails choose from them. */
function Pictures() {
  const chooser = useRef<HTMLInputElement>(null)
  const { data, error, isFetching, refetch } = useQuery(picturesQuery)
  const upload = useUploadPicture()
  const [problem, setProblem] = useState('')

  async function add(file: File) {
    setProblem('')
    if (file.size > maxImageBytes) return setProblem('This picture is too large. The limit is 5 MB')
    try {
      await upload.mutateAsync(file)
    } catch (failed) {
      setProblem(messageOf(failed, 'The picture could not be uploaded. Please try again.'))
    }
  }

  return (
    <section aria-labelledby="pictures">
      <div className="mb-3 flex flex-wrap items-center gap-4">
        <h2 id="pictures" className="display-3 mr-auto">
          Pictures
        </h2>
        <input
          ref={chooser}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          tabIndex={-1}
          aria-label="Picture file"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = '' // allows choosing the same file again
            if (file) add(file)
          }}
        />
        <Button tone="outline" busy={upload.isPending} onClick={() => chooser.current?.click()}>
          Upload a picture
        </Button>
      </div>
      <p role="status" className="text-quiet text-sm empty:hidden">
        {upload.data &&
          !upload.isPending &&
          `The picture was uploaded (${upload.data.width} × ${upload.data.height} pixels).`}
      </p>
      <p role="alert" className="text-error empty:hidden">
        {problem}
      </p>
      {error && (
        <LoadError title="The pictures could not be loaded" error={error} busy={isFetching} onRetry={() => refetch()} />
      )}
      {data?.length === 0 && <p className="text-quiet">No pictures have been uploaded yet.</p>}
      {data && data.length > 0 && (
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-6">
          {data.map(({ url, width, height }) => (
            <li key={url}>
              <img
                src={url}
                alt={`${width} by ${height} pixels`}
                loading="lazy"
                className="aspect-square w-full border border-base-300 object-cover"
              />
              <p className="mt-1 text-quiet text-sm tabular-nums">
                {width} × {height}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
