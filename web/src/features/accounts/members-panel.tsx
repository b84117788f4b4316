import { useConfig } from '@/lib/config'
import { DotRing } from '@/ui/dot-ring'

const reasons = [
  {
    title: 'A policy voice',
    text: 'Your experience, heard by the regulators who write the rules for boards.',
  },
  {
    title: 'A mentorship engine',
    text: 'Advice from 100+ women directors who have faced the same decisions.',
  },
  {
    title: 'A research hub',
    text: 'Research on women in leadership, by the women behind the numbers.',
  },
]

/** Describes the circle, next to the forms to sign in and to register. */
export function MembersPanel() {
  const config = useConfig()
  return (
    <aside
      aria-labelledby="members-panel-title"
      className="relative self-start overflow-hidden bg-base-200 px-7 py-10 sm:px-10"
    >
      <DotRing
        dots={48}
        share={0}
        className="absolute -top-24 -right-24 size-52 text-primary sm:-top-20 sm:-right-20 sm:size-64"
      />
      <p className="chapter relative">The circle</p>
      <h2 id="members-panel-title" className="display-3 relative mt-3 max-w-56">
        {config?.figureTarget ?? '10,000'} Women, One Circle, One Vision
      </h2>
      <ul className="mt-9 flex flex-col gap-6">
        {reasons.map(({ title, text }) => (
          <li key={title} className="border-base-300 border-t pt-4">
            <p className="font-semibold">{title}</p>
            <p className="mt-1 text-quiet">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-9 border-base-300 border-t pt-4 text-quiet">
        <span className="font-serif text-3xl text-base-content tabular-nums">{config?.figureMembers ?? '300+'}</span>{' '}
        women directors are already here.
      </p>
    </aside>
  )
}
