import { Link } from 'react-router'
import { useConfig } from '@/lib/config'
import { useHasTarget } from '@/lib/landing-sections'
import { paths } from '@/lib/paths'
import { ContactPlace, EditedElsewhere, useIsEditing, useTexts } from '@/lib/texts'
import { Logo } from '@/ui/logo'
import { RichText } from '@/ui/rich-text'
import { LanguageLinks, useHasLanguages } from './language-links'
import { ProviderLink } from './site-links'

const circleLinks = [
  { label: 'footer.circle.about', to: paths.about },
  { label: 'footer.circle.benefits', to: paths.benefits },
  { label: 'footer.circle.apply', to: paths.register },
  { label: 'footer.circle.contact', to: paths.contact },
] as const

export const legalLinks = [
  { label: 'footer.legal.terms', to: paths.terms },
  { label: 'footer.legal.privacy', to: paths.privacy },
  { label: 'footer.legal.refund', to: paths.refund },
] as const

const linkStyle = 'inline-flex min-h-11 items-center py-1 leading-snug underline-offset-4 hover:underline md:min-h-9'

export function Footer() {
  const text = useTexts('site')
  const config = useConfig()
  const hasLanguages = useHasLanguages()
  const isEditing = useIsEditing()
  // Without its texts, the footer keeps what the law and the payment provider ask for.
  const isOn = text.isOn('footer.isActive') || isEditing
  return (
    <footer className="border-base-300 border-t bg-base-200">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-5 py-9 md:grid-cols-12 md:gap-10 md:py-16">
        {isOn && (
          <>
            <div className="col-span-2 md:col-span-12 lg:col-span-3">
              <Logo />
              <RichText {...text.rich('footer.body')} className="mt-3 max-w-sm text-quiet md:mt-4" />
            </div>
            <LinkList title="footer.circle.title" links={circleLinks} className="md:col-span-3 lg:col-span-2">
              {config && (
                <li>
                  <ProviderLink href={config.providerUrl} className={linkStyle} />
                </li>
              )}
            </LinkList>
          </>
        )}
        <LinkList title="footer.legal.title" links={legalLinks} className="md:col-span-4 lg:col-span-3" />
        <div className="col-span-2 md:col-span-5 lg:col-span-4">
          <h2 className="chapter font-sans">{text('footer.contact')}</h2>
          {config && (
            <address className="wrap-anywhere mt-1 flex flex-wrap gap-x-6 not-italic md:mt-3 md:flex-col">
              <a className={linkStyle} href={`mailto:${config.contactEmail}`}>
                <EditedElsewhere fact="contact.email">{config.contactEmail}</EditedElsewhere>
              </a>
              <a className={linkStyle} href={`tel:${config.contactPhone.replaceAll(' ', '')}`}>
                <EditedElsewhere fact="contact.phone">{config.contactPhone}</EditedElsewhere>
              </a>
              <span className="py-2.5 md:py-1.5">
                <ContactPlace>{config.contactPlace}</ContactPlace>
              </span>
            </address>
          )}
        </div>
      </div>
      <div className="page">
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-base-300 border-t py-2 text-quiet text-sm md:py-5">
          {/* Messages appear at the bottom right. There they would cover the links. */}
          {hasLanguages && (
            <nav aria-label={text.plain('language')}>
              <LanguageLinks
                className="flex flex-wrap gap-x-5"
                linkClassName="inline-flex min-h-11 items-center underline-offset-4 hover:underline md:min-h-6 aria-[current]:font-semibold"
              />
            </nav>
          )}
          {isOn && (
            <>
              <p>{text('footer.title')}</p>
              <p className="empty:hidden">{text('footer.subtitle')}</p>
            </>
          )}
        </div>
      </div>
    </footer>
  )
}

function LinkList({
  title,
  links,
  className,
  children,
}: {
  title: 'footer.circle.title' | 'footer.legal.title'
  links: typeof circleLinks | typeof legalLinks
  className: string
  children?: React.ReactNode
}) {
  const text = useTexts('site')
  const hasTarget = useHasTarget()
  return (
    <nav aria-label={text.plain(title)} className={className}>
      <h2 className="chapter font-sans">{text(title)}</h2>
      <ul className="mt-1 md:mt-3">
        {links
          .filter(({ to }) => hasTarget(to))
          .map(({ label, to }) => (
            <li key={label}>
              <Link to={to} className={linkStyle}>
                {text(label)}
              </Link>
            </li>
          ))}
        {children}
      </ul>
    </nav>
  )
}
