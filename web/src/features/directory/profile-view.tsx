import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '@/lib/href'
import { directoryLabels } from '@/lib/option-labels'
import { paths } from '@/lib/paths'
import { Portrait } from '@/ui/portrait'
import type { Person } from './api'

type ProfileViewProps = { person: Person; heading: ReactNode; children?: ReactNode }

/** A profile as members see it. */
export function ProfileView({ person, heading, children }: ProfileViewProps) {
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-6">
      <Portrait src={person.portrait} name={person.name} className="size-28" />
      <div className="min-w-0 flex-[1_1_20rem] break-words">
        {heading}
        <p className="mt-1 text-lg empty:hidden">{[person.designation, person.company].filter(Boolean).join(', ')}</p>
        <p className="text-quiet empty:hidden">{person.city}</p>
        {person.biography && <p className="mt-5 max-w-text whitespace-pre-line">{person.biography}</p>}
        <dl className="mt-6 max-w-text border-base-300 border-t empty:hidden">
          <Fact label="Boards">
            {person.boards.map(({ company, role }) => [company, role].filter(Boolean).join(', ')).join('\n')}
          </Fact>
          <Fact label="Sectors">{listed(directoryLabels.sectors, person.sectors)}</Fact>
          <Fact label="Languages">{listed(directoryLabels.languages, person.languages)}</Fact>
          <Fact label="Can help with">{listed(directoryLabels.canHelpWith, person.canHelpWith)}</Fact>
          <Fact label="Looking for">{person.lookingFor}</Fact>
        </dl>
        <Vouches vouches={person.vouches} />
        {children}
      </div>
    </div>
  )
}

function Vouches({ vouches }: { vouches: Person['vouches'] }) {
  if (vouches.length === 0) return null
  return (
    <ul aria-label="What members say" className="mt-6 flex max-w-text flex-col gap-4">
      {vouches.map(({ id, text, person }) => (
        <li key={id}>
          <blockquote className="border-primary border-l-2 pl-4">{text}</blockquote>
          <p className="mt-1 pl-4 text-quiet text-sm">
            <Link className="text-link" to={href(paths.circlePerson, { person: person.id })}>
              {person.name}
            </Link>
            {person.designation && `, ${person.designation}`}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  if (!children) return null
  return (
    <div className="border-base-300 border-b py-3 sm:flex sm:gap-6">
      <dt className="shrink-0 text-quiet sm:w-36">{label}</dt>
      <dd className="min-w-0 whitespace-pre-line">{children}</dd>
    </div>
  )
}

const listed = (labels: Readonly<Record<string, string>>, values: readonly string[]) =>
  values.map((value) => labels[value] ?? value).join(', ')
