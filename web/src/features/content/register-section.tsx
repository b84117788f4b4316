import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConfig } from '@/lib/config'
import { href } from '@/lib/href'
import { useDates } from '@/lib/language'
import { paths } from '@/lib/paths'
import { SessionText, useTexts } from '@/lib/texts'
import { RichText } from '@/ui/rich-text'
import { LandingSection, SectionHeading } from './landing-section'

export function RegisterSection({ form }: { form: ReactNode }) {
  const text = useTexts('landing')
  const { date } = useDates()
  const { eventDay, nextSession } = useConfig() ?? {}
  // The launch event is the last step until it is over.
  const steps = text.list('register.steps').filter(({ id }) => id !== 'choose-plan' || !eventDay)
  return (
    <LandingSection id="register">
      <div className="page grid gap-x-8 gap-y-8 md:gap-y-12 lg:grid-cols-12">
        {/* On a narrow screen the steps are below the form, which is then reached sooner. */}
        <div className="max-lg:contents lg:col-span-4">
          <div className="max-lg:contents lg:sticky lg:top-32">
            <div>
              <SectionHeading
                id="register"
                chapter={text('register.chapter')}
                title={text('register.title')}
                subtitle={text('register.subtitle')}
              />
              <RichText {...text.rich('register.body')} className="mt-4 max-w-text" />
              {nextSession && (
                <p className="mt-4">
                  {text('register.nextSession', {
                    session: (
                      <Link to={href(paths.session, { id: nextSession.id })} className="text-link">
                        <SessionText>{nextSession.title}</SessionText>
                      </Link>
                    ),
                    date: date(nextSession.startsAt),
                  })}
                </p>
              )}
            </div>
            <div className="max-lg:order-last lg:mt-10">
              <h3 className="font-sans font-semibold text-base">{text('register.stepsTitle')}</h3>
              <ol className="mt-3 max-w-text md:mt-4" {...text.listProps('register.steps')}>
                {steps.map(({ id, text, props }) => (
                  <li key={id} {...props} className="flex gap-4 border-base-300 py-1.5 md:border-t md:py-4">
                    <span className="mt-2 size-2.5 shrink-0 rounded-full bg-primary" aria-hidden="true" />
                    {text('text')}
                  </li>
                ))}
              </ol>
            </div>
          </div>
        </div>
        <div className="min-w-0 lg:col-span-7 lg:col-start-6">{form}</div>
      </div>
    </LandingSection>
  )
}
