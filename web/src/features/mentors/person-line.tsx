import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Portrait } from '@/ui/portrait'
import type { Mentorship } from './api'

/** A member with the portrait, and what the page says about them. */
export function PersonLine({ person, children }: { person: Mentorship['person']; children: ReactNode }) {
  return (
    <div className="flex items-start gap-4">
      <Portrait src={person.portrait} name={person.name} className="size-14" />
      <div className="min-w-0 flex-1">
        <p>
          <Link to={href(paths.circlePerson, { person: person.id })} className="break-words text-link font-semibold">
            {person.name}
          </Link>
        </p>
        <p className="text-quiet text-sm">{[person.designation, person.company].filter(Boolean).join(', ')}</p>
        {children}
      </div>
    </div>
  )
}
