import { useHref, useLocation, useMatches } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { pageOf } from './page'

/** A bar above a page whose texts the admin may edit. */
export function EditLink() {
  const may = useMay()
  const page = pageOf(useMatches())
  const address = useHref(useLocation().pathname)
  if (!page?.texts || !may('PUT /api/texts/{page}')) return null
  return (
    <aside aria-label="For editors" lang="en" className="bg-base-200">
      <div className="page flex justify-end text-sm">
        {/* The server renders the page for editing, so the browser loads it in full. */}
        <a href={`${address}?edit`} className="inline-flex min-h-11 items-center text-link">
          Edit this page
        </a>
      </div>
    </aside>
  )
}
