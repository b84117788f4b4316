import { Link } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'

/** The tags of an item. Each lists the items with the tag. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to={href(paths.circleLibrary, { tag })}
            className="text-link inline-flex min-h-11 items-center text-[0.9375rem]"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}
