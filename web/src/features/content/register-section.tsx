import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConfig } from '@/lib/config'
import { date } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { RichText } from '@/ui/rich-text'
import type { Row } from './api'
import { LandingSection, SectionHeading } from './landing-section'

export function RegisterSection({ content, form }: { content: Row; form: ReactNode }) {
  const { eventDay, nextSession } = useConfig() ?? {}
  const steps = [
    'Our board reads your nomination and verifies your current board positions.',
    'If your nomination is successful, one of us will contact you personally within 48 hours.',
    eventDay
      ? `You are invited to the launch event on ${eventDay}, as a founding member.`
      : 'You are invited to choose a membership plan.',
  ]
  return (
    <LandingSection id="register">
      <div className="page grid gap-x-8 gap-y-14 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <div className="lg:sticky lg:top-32">
            <SectionHeading id="register" chapter="Join" title={content.title} subtitle={content.subtitle} />
            <RichText html={content.html} className="mt-5 max-w-text" />
            {nextSession && (
              <p className="mt-4">
                The next open session:{' '}
                <Link to={href(paths.session, { id: nextSession.id })} className="text-link">
                  {nextSession.title}
                </Link>
                , {date(nextSession.startsAt)}.
              </p>
            )}
            <h3 className="mt-10 font-sans font-semibold text-base">What happens next</h3>
            <ol className="mt-4 max-w-text">
              {steps.map((step) => (
                <li key={step} className="flex gap-4 border-base-300 border-t py-4">
                  <span className="mt-2 size-2.5 shrink-0 rounded-full bg-primary" aria-hidden="true" />
                  {step}
                </li>
              ))}
            </ol>
          </div>
        </div>
        <div className="min-w-0 lg:col-span-7 lg:col-start-6">{form}</div>
      </div>
    </LandingSection>
  )
}
