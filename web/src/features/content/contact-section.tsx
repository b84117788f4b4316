import type { ReactNode } from 'react'
import { useConfig } from '@/lib/config'
import { ContactPlace, EditedElsewhere, useTexts } from '@/lib/texts'
import { LandingSection, SectionHeading } from './landing-section'

export function ContactSection() {
  const text = useTexts('landing')
  const config = useConfig()
  return (
    <LandingSection id="contact-us" className="border-base-300 border-t">
      <div className="page grid gap-x-8 gap-y-5 md:gap-y-8 lg:grid-cols-12">
        <SectionHeading
          id="contact-us"
          chapter={text('contact.chapter')}
          title={text('contact.title')}
          subtitle={text('contact.subtitle')}
          className="lg:col-span-5"
        />
        {config && (
          <dl className="lg:col-span-6 lg:col-start-7">
            <ContactDetail name={text('contact.email')}>
              <a
                className="text-link inline-flex min-h-11 items-center break-all"
                href={`mailto:${config.contactEmail}`}
              >
                <EditedElsewhere fact="contact.email">{config.contactEmail}</EditedElsewhere>
              </a>
            </ContactDetail>
            <ContactDetail name={text('contact.telephone')}>
              <a
                className="text-link inline-flex min-h-11 items-center tabular-nums"
                href={`tel:${config.contactPhone.replaceAll(' ', '')}`}
              >
                <EditedElsewhere fact="contact.phone">{config.contactPhone}</EditedElsewhere>
              </a>
            </ContactDetail>
            <ContactDetail name={text('contact.office')}>
              <ContactPlace>{config.contactPlace}</ContactPlace>
            </ContactDetail>
          </dl>
        )}
      </div>
    </LandingSection>
  )
}

function ContactDetail({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="border-base-300 grid grid-cols-[5.5rem_1fr] items-baseline border-t py-1.5 first:border-t-0 sm:grid-cols-[8rem_1fr] sm:py-3 lg:first:pt-0">
      <dt className="text-quiet text-sm">{name}</dt>
      <dd className="font-serif text-[clamp(1.125rem,0.9rem+1.2vw,1.625rem)] leading-snug">{children}</dd>
    </div>
  )
}
