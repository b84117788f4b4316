import { Navigate } from 'react-router'
import { useConfig } from '@/lib/config'
import { telTo } from '@/lib/links'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { EditedElsewhere, useIsEditing, useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { signUpAddress } from './make-account'
import { nominationSent } from './sent-nomination'

function Follow() {
  const text = useTexts('nomination-received')
  const { status, user } = useSession()
  if (status === 'loading') return null
  if (user)
    return (
      <ButtonLink tone="outline" to={paths.nomination}>
        {text('nomination')}
      </ButtonLink>
    )
  return (
    <ButtonLink className="shrink" tone="outline" to={signUpAddress}>
      {text('account')}
    </ButtonLink>
  )
}

/** Thanks the applicant. Without a nomination sent from this tab, it redirects to the home page. */
export function RegistrationSuccessPage() {
  const isEditing = useIsEditing()
  return isEditing || nominationSent.isSet() ? <Thanks /> : <Navigate to={paths.home} replace />
}

function Thanks() {
  const config = useConfig()
  const text = useTexts('nomination-received')
  return (
    <div className="page grid gap-x-16 gap-y-12 py-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:py-24">
      <div className="max-w-text">
        <p className="chapter">{text('chapter')}</p>
        <h1 className="display-1 mt-4">{text('title')}</h1>
        <p className="lede mt-6">{text('text')}</p>
        <h2 className="display-3 mt-12">{text('stepsTitle')}</h2>
        <ol className="mt-4" {...text.listProps('steps')}>
          {text.list('steps').map(({ id, text, props }, index) => (
            <li key={id} {...props} className="flex items-baseline gap-5 border-base-300 border-t py-4">
              <span className="w-5 shrink-0 font-serif text-accent text-xl tabular-nums">
                <EditedElsewhere from="order">{index + 1}</EditedElsewhere>
              </span>
              {text('text')}
            </li>
          ))}
        </ol>
        {config && (
          <p className="border-base-300 border-t pt-6">
            {text('questions', {
              email: (
                <a href={`mailto:${config.contactEmail}`} className="text-link">
                  {config.contactEmail}
                </a>
              ),
              phone: (
                <a href={telTo(config.contactPhone)} className="text-link whitespace-nowrap">
                  {config.contactPhone}
                </a>
              ),
            })}
          </p>
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.home}>{text('home')}</ButtonLink>
          <Follow />
        </div>
      </div>
      <DotRing dots={48} className="hidden w-full self-start text-primary lg:block" />
    </div>
  )
}
