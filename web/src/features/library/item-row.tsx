import { Fragment } from 'react'
import { Link } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Day } from '@/ui/moment'
import type { LibrarySummary } from './api'
import { kinds } from './labels'
import { Tags } from './tags'

/** An item in a list of the library. */
export function ItemRow({ item }: { item: LibrarySummary }) {
  const { id, kind, title, abstract, tags, authors, publishAt, isBookmarked, snippet } = item
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
      {snippet && (
        <p className="mt-2 max-w-text break-words border-base-300 border-l pl-4 text-quiet">
          <span className="sr-only">Found in the text: </span>
          <Snippet text={snippet} />
        </p>
      )}
      <Tags tags={tags} />
    </li>
  )
}

/** A part of a text in which a search has found words. They are between U+0002 and U+0003. */
function Snippet({ text }: { text: string }) {
  const [before, ...found] = text.split('\u0002')
  return (
    <>
      {before}
      {found.map((part, index) => {
        const [word, after] = part.split('\u0003')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
          <Fragment key={index}>
            <mark className="bg-primary px-0.5 text-primary-content">{word}</mark>
            {after}
          </Fragment>
        )
      })}
    </>
  )
}
