import { Navigate } from 'react-router'
import { useConfig } from '@/lib/config'
import { telTo } from '@/lib/links'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { signUpAddress } from './make-account'
import { nominationSent } from './sent-nomination'

function Follow() {
  const { status, user } = useSession()
  if (status === 'loading') return null
  if (user)
    return (
      <ButtonLink tone="outline" to={paths.nomination}>
        See your nomination
      </ButtonLink>
    )
  return (
    <ButtonLink className="shrink" tone="outline" to={signUpAddress}>
      Create an account to follow your nomination
    </ButtonLink>
  )
}

/** Thanks the applicant. Without a nomination sent from this tab, it redirects to the home page. */
export function RegistrationSuccessPage() {
  return nominationSent.isSet() ? <Thanks /> : <Navigate to={paths.home} replace />
}

function Thanks() {
  const config = useConfig()
  const steps = [
    'Verification of your current board positions',
    'Personal outreach within 48 hours',
    config?.eventDay && `An invitation to the launch event on ${config.eventDay}`,
    'Access to founding-member benefits',
  ].filter(Boolean)
  return (
    <div className="page grid gap-x-16 gap-y-12 py-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:py-24">
      <div className="max-w-text">
        <p className="chapter">Nomination received</p>
        <h1 className="display-1 mt-4">Thank you for applying</h1>
        <p className="lede mt-6">
          Your application will be reviewed within 48 hours. A confirmation email is on its way to you.
        </p>
        <h2 className="display-3 mt-12">Next steps</h2>
        <ol className="mt-4">
          {steps.map((step, index) => (
            <li key={step} className="flex items-baseline gap-5 border-base-300 border-t py-4">
              <span className="w-5 shrink-0 font-serif text-accent text-xl tabular-nums">{index + 1}</span>
              {step}
            </li>
          ))}
        </ol>
        {config && (
          <p className="border-base-300 border-t pt-6">
            Questions? Write to{' '}
            <a href={`mailto:${config.contactEmail}`} className="text-link">
              {config.contactEmail}
            </a>{' '}
            or call{' '}
            <a href={telTo(config.contactPhone)} className="text-link whitespace-nowrap">
              {config.contactPhone}
            </a>
            .
          </p>
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.home}>Back to Home</ButtonLink>
          <Follow />
        </div>
      </div>
      <DotRing dots={48} className="hidden w-full self-start text-primary lg:block" />
    </div>
  )
}
