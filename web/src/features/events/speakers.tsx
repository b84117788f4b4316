import { useId } from 'react'
import { Portrait } from '@/ui/portrait'

/** The speakers of a session. */
export function Speakers({ speakers }: { speakers: readonly { name: string; role: string }[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="display-3">
        Speakers
      </h2>
      <ul className="mt-4 grid gap-5 sm:grid-cols-2">
        {speakers.map(({ name, role }) => (
          <li key={name} className="flex items-center gap-4">
            <Portrait src="" name={name} className="size-14 text-xl" />
            <span>
              <span className="font-semibold">{name}</span>
              {role && <span className="block text-quiet text-sm">{role}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
