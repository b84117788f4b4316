import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { counted } from '@/lib/formats'
import { paths } from '@/lib/paths'
import { Spinner } from '@/ui/spinner'
import { UnreadRecord } from '@/ui/unread-record'
import { collectionQuery } from './api'
import { ItemRow } from './item-row'

/** A collection of the library: its published items in their order. */
export function CollectionPage() {
  const { id = '' } = useParams()
  const { data: collection, error, refetch } = useQuery(collectionQuery(id))
  if (!collection && error)
    return (
      <UnreadRecord
        what="Collection"
        error={error}
        onRetry={refetch}
        list={{ label: 'The library', to: paths.circleLibrary }}
      />
    )
  if (!collection) return <Spinner label="Loading the collection…" />
  const { title, description, items } = collection
  return (
    <>
      <p className="-mt-4 mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.circleLibrary}>
          The library
        </Link>
      </p>
      <p className="text-quiet">Collection, {counted(items.length, 'item')}</p>
      <h2 className="display-2 mt-1 text-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)]">{title}</h2>
      {description && <p className="lede mt-4 max-w-text whitespace-pre-line">{description}</p>}
      <ol className="mt-6 border-base-300 border-t" aria-label="Items of the collection">
        {items.map((item) => (
          <ItemRow key={item.id} item={item} level={3} />
        ))}
      </ol>
    </>
  )
}
