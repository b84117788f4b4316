import { useConfig } from '@/lib/config'
import { EditedElsewhere, useTexts } from '@/lib/texts'
import { DotRing } from '@/ui/dot-ring'

/** Describes the circle, next to the forms to sign in and to register. */
export function MembersPanel() {
  const text = useTexts('sign-in')
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
      <p className="chapter relative">{text('panel.chapter')}</p>
      <h2 id="members-panel-title" className="display-3 relative mt-3 max-w-56">
        {text('panel.title')}
      </h2>
      <ul className="mt-9 flex flex-col gap-6" {...text.listProps('panel.reasons')}>
        {text.list('panel.reasons').map(({ id, text, props }) => (
          <li key={id} {...props} className="border-base-300 border-t pt-4">
            <p className="font-semibold">{text('title')}</p>
            <p className="mt-1 text-quiet">{text('text')}</p>
          </li>
        ))}
      </ul>
      <p className="mt-9 border-base-300 border-t pt-4 text-quiet">
        <span className="font-serif text-3xl text-base-content tabular-nums">
          <EditedElsewhere fact="members.count">{config?.figureMembers ?? '300+'}</EditedElsewhere>
        </span>{' '}
        {text('panel.members')}
      </p>
    </aside>
  )
}
