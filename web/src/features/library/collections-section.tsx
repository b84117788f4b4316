import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { counted } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { collectionsQuery } from './api'

/** The collections of the library. The page does not need them, so it shows no error. */
export function CollectionsSection() {
  const heading = useId()
  const { data: collections = [] } = useQuery(collectionsQuery)
  if (collections.length === 0) return null
  return (
    <section aria-labelledby={heading} className="mt-8">
      <h2 id={heading} className="display-3">
        Collections
      </h2>
      <ul className="mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {collections.map(({ id, title, description, items }) => (
          <li key={id} className="border-base-300 border-t pt-3">
            <Link
              to={href(paths.circleLibraryCollection, { id })}
              className="text-link inline-flex min-h-11 items-center font-semibold"
            >
              {title}
            </Link>
            {description && <p className="whitespace-pre-line">{description}</p>}
            <p className="mt-1 text-quiet text-sm">{counted(items, 'item')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
