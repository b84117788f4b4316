import { useConfig } from '@/lib/config'
import type { Row } from './api'
import { LandingSection, SectionHeading } from './landing-section'

export function ContactSection({ content }: { content: Row }) {
  const config = useConfig()
  return (
    <LandingSection id="contact-us" className="border-base-300 border-t">
      <div className="page grid gap-x-8 gap-y-12 lg:grid-cols-12">
        <SectionHeading
          id="contact-us"
          chapter="Contact"
          title={content.title}
          subtitle={content.subtitle}
          className="lg:col-span-5"
        />
        {config && (
          <dl className="lg:col-span-6 lg:col-start-7">
            <ContactDetail name="Email">
              <a
                className="text-link inline-flex min-h-11 items-center break-all"
                href={`mailto:${config.contactEmail}`}
              >
                {config.contactEmail}
              </a>
            </ContactDetail>
            <ContactDetail name="Telephone">
              <a
                className="text-link inline-flex min-h-11 items-center tabular-nums"
                href={`tel:${config.contactPhone.replaceAll(' ', '')}`}
              >
                {config.contactPhone}
              </a>
            </ContactDetail>
            <ContactDetail name="Office">{config.contactPlace}</ContactDetail>
          </dl>
        )}
      </div>
    </LandingSection>
  )
}

function ContactDetail({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="border-base-300 border-t py-6 first:border-t-0 first:pt-0">
      <dt className="text-quiet text-sm">{name}</dt>
      <dd className="mt-1 font-serif text-[clamp(1.25rem,1rem+1.4vw,1.875rem)] leading-snug">{children}</dd>
    </div>
  )
}
