import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { Fragment } from 'react'
import { Link, useParams } from 'react-router'
import { fileSize } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { UnreadCircleRecord } from '@/ui/circle-error'
import { Day } from '@/ui/moment'
import { ProfileLink } from '@/ui/profile-link'
import { RecordTitle } from '@/ui/record-title'
import { RichText } from '@/ui/rich-text'
import { Spinner } from '@/ui/spinner'
import { useReport } from '@/ui/use-report'
import { filePath, type LibraryItem, libraryItemQuery, useBookmark } from './api'
import { kinds } from './labels'
import { Tags } from './tags'

/** An item of the library. */
export function ItemPage() {
  const { id = '' } = useParams()
  const { data: item, error, refetch } = useQuery(libraryItemQuery(id))
  if (!item && error)
    return (
      <UnreadCircleRecord
        what="Item"
        error={error}
        onRetry={refetch}
        list={{ label: 'The library', to: paths.circleLibrary }}
      />
    )
  if (!item) return <Spinner label="Loading the item…" />
  return (
    <article className="max-w-3xl">
      <p className="-mt-4 mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.circleLibrary}>
          The library
        </Link>
      </p>
      <p className="text-quiet">
        {kinds[item.kind]}, <Day at={item.publishAt} />
      </p>
      <RecordTitle title={item.title} className="mt-1" />
      <Authors authors={item.authors} />
      <p className="lede mt-4 whitespace-pre-line">{item.abstract}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <BookmarkButton item={item} />
        {item.file && (
          <a href={filePath(item.id)} target="_blank" rel="noopener" className="btn btn-outline">
            Open the PDF ({fileSize(item.file.size)})<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        {item.link && (
          <a href={item.link} target="_blank" rel="noopener noreferrer" className="btn btn-outline">
            {item.kind === 'recording' ? 'Watch the recording' : 'Open the source'}
          </a>
        )}
      </div>
      {/* The headings of the text are of the third level. */}
      {item.html && <h2 className="sr-only">The text</h2>}
      <RichText html={item.html} className="mt-8 border-base-300 border-t pt-6" />
      {item.session && (
        <p className="mt-6">
          From the session{' '}
          <Link to={href(paths.circleSession, { id: item.session.id })} className="text-link">
            {item.session.title}
          </Link>
        </p>
      )}
      {item.collections.length > 0 && (
        <p className="mt-6">
          In {item.collections.length === 1 ? 'the collection' : 'the collections'}{' '}
          {item.collections.map(({ id, title }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <Link to={href(paths.circleLibraryCollection, { id })} className="text-link">
                {title}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
      <Tags tags={item.tags} />
    </article>
  )
}

/** The authors. The name of a member whose profile the viewer may see leads to it. */
function Authors({ authors }: { authors: LibraryItem['authors'] }) {
  if (authors.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4" aria-label={authors.length === 1 ? 'Author' : 'Authors'}>
      {authors.map(({ name, personId }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two authors may have the same name
        <li key={index}>
          <ProfileLink person={personId} className="inline-flex min-h-11 items-center">
            {name}
          </ProfileLink>
        </li>
      ))}
    </ul>
  )
}

function BookmarkButton({ item: { id, isBookmarked } }: { item: LibraryItem }) {
  const { mutateAsync, isPending } = useBookmark(id)
  const report = useReport()
  const Icon = isBookmarked ? BookmarkCheck : Bookmark
  return (
    <Button
      tone="outline"
      aria-pressed={isBookmarked}
      busy={isPending}
      onClick={() => report(mutateAsync(!isBookmarked), { failed: 'The bookmark was not saved' })}
    >
      <Icon className="size-4" strokeWidth={1.75} />
      Bookmark
    </Button>
  )
}
