import { Link } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Day } from '@/ui/moment'
import type { LibrarySummary } from './api'
import { kinds } from './labels'
import { Tags } from './tags'

/** An item in a list of the library. */
export function ItemRow({ item }: { item: LibrarySummary }) {
  const { id, kind, title, abstract, tags, authors, publishAt, isBookmarked } = item
  return (
    <li className="border-base-300 border-b py-5">
      <p className="text-quiet text-sm">
        {kinds[kind]}, <Day at={publishAt} />
        {isBookmarked && ', in your bookmarks'}
      </p>
      <h2 className="display-3 mt-1">
        <Link to={href(paths.circleLibraryItem, { id })} className="text-link">
          {title}
        </Link>
      </h2>
      {authors.length > 0 && <p className="mt-1 text-quiet">By {authors.map(({ name }) => name).join(', ')}</p>}
      <p className="mt-2 max-w-text whitespace-pre-line">{abstract}</p>
      <Tags tags={tags} />
    </li>
  )
}
