import { paths } from '@/lib/paths'
import { useTexts } from '@/lib/texts'

/** The links of the site's header. */
export const siteLinks = [
  { label: 'menu.about', to: paths.about },
  { label: 'menu.benefits', to: paths.benefits },
  { label: 'menu.join', to: paths.register },
  { label: 'menu.membership', to: paths.membershipPlans },
  { label: 'menu.contact', to: paths.contact },
] as const

/** The link to the mentoring platform that runs the circle. */
export function ProviderLink({ href, className }: { href: string; className?: string }) {
  const text = useTexts('site')
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className={className ?? 'py-2 decoration-primary decoration-2 underline-offset-8 hover:underline'}
    >
      {text('menu.provider')}
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
      <span className="sr-only"> {text('menu.providerNote')}</span>
    </a>
  )
}
