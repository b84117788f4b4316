import { Link } from 'react-router'
import type { Row } from '@/features/content/api'
import { useConfig } from '@/lib/config'
import { paths } from '@/lib/paths'
import { Logo } from '@/ui/logo'
import { RichText } from '@/ui/rich-text'
import { ProviderLink } from './site-links'

const circleLinks = [
  { label: 'About', to: paths.about },
  { label: 'Benefits', to: paths.benefits },
  { label: 'Apply', to: paths.register },
  { label: 'Contact', to: paths.contact },
]

const legalLinks = [
  { label: 'Terms & Conditions', to: paths.terms },
  { label: 'Privacy Policy', to: paths.privacy },
  { label: 'Cancellation & Refund', to: paths.refund },
]

const linkStyle = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline md:min-h-9'

export function Footer({ content }: { content: Row | undefined }) {
  const config = useConfig()
  return (
    <footer className="border-base-300 border-t bg-base-200">
      <div className="page grid gap-10 py-14 md:grid-cols-12 md:py-20">
        <div className="md:col-span-12 lg:col-span-3">
          <Logo />
          {content && <RichText html={content.html} className="mt-4 max-w-sm text-quiet" />}
        </div>
        <LinkList title="The circle" links={circleLinks} className="md:col-span-3 lg:col-span-2">
          {config && (
            <li>
              <ProviderLink href={config.providerUrl} className={linkStyle} />
            </li>
          )}
        </LinkList>
        <LinkList title="Legal" links={legalLinks} className="md:col-span-4 lg:col-span-3" />
        <div className="md:col-span-5 lg:col-span-4">
          <h2 className="chapter font-sans">Contact</h2>
          {config && (
            <address className="wrap-anywhere mt-3 flex flex-col not-italic">
              <a className={linkStyle} href={`mailto:${config.contactEmail}`}>
                {config.contactEmail}
              </a>
              <a className={linkStyle} href={`tel:${config.contactPhone.replaceAll(' ', '')}`}>
                {config.contactPhone}
              </a>
              <span className="py-1.5">{config.contactPlace}</span>
            </address>
          )}
        </div>
      </div>
      <div className="page flex flex-wrap justify-between gap-x-8 gap-y-2 border-base-300 border-t py-6 text-quiet text-sm">
        <p>{content?.title}</p>
        <p>{content?.subtitle}</p>
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
  title: string
  links: readonly { label: string; to: string }[]
  className: string
  children?: React.ReactNode
}) {
  return (
    <nav aria-label={title} className={className}>
      <h2 className="chapter font-sans">{title}</h2>
      <ul className="mt-3">
        {links.map(({ label, to }) => (
          <li key={label}>
            <Link to={to} className={linkStyle}>
              {label}
            </Link>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  )
}
