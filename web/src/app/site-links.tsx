import { paths } from '@/lib/paths'

/** The links of the site's header. */
export const siteLinks = [
  { label: 'About', to: paths.about },
  { label: 'Benefits', to: paths.benefits },
  { label: 'Join', to: paths.register },
  { label: 'Membership', to: paths.membershipPlans },
  { label: 'Contact', to: paths.contact },
]

/** The link to the mentoring platform that runs the circle. */
export function ProviderLink({ href, className }: { href: string; className?: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className={className ?? 'py-2 decoration-primary decoration-2 underline-offset-8 hover:underline'}
    >
      Mentoring
      <svg
        viewBox="0 0 12 12"
        className="ml-1 inline size-2.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        aria-hidden="true"
      >
        <path d="M3 9 9 3M4.5 3H9v4.5" />
      </svg>
      <span className="sr-only"> (our provider’s site, opens in a new tab)</span>
    </a>
  )
}
