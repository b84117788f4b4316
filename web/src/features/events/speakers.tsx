import { type ReactNode, useId } from 'react'
import { EditedElsewhere, useEnglishProps } from '@/lib/texts'
import { Portrait } from '@/ui/portrait'
import { ProfileLink } from '@/ui/profile-link'
import type { Session } from './api'

type SpeakersProps = { title: ReactNode; speakers: Session['speakers'] }

/** The speakers of a session. The name of a member whose profile the viewer may see leads to it. */
export function Speakers({ title, speakers }: SpeakersProps) {
  const id = useId()
  const english = useEnglishProps()
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="display-3">
        {title}
      </h2>
      <ul className="mt-4 grid gap-5 sm:grid-cols-2">
        {speakers.map(({ name, role, portrait, portraitSrcset, portraitPosition, personId }) => (
          <li key={name} className="flex items-center gap-4">
            <EditedElsewhere from="sessions">
              <Portrait
                src={portrait}
                srcSet={portraitSrcset}
                sizes="3.5rem"
                position={portraitPosition}
                name={name}
                className="size-14 text-xl"
              />
              <span {...english}>
                <ProfileLink person={personId} className="font-semibold">
                  {name}
                </ProfileLink>
                {role && <span className="block text-quiet text-sm">{role}</span>}
              </span>
            </EditedElsewhere>
          </li>
        ))}
      </ul>
    </section>
  )
}
