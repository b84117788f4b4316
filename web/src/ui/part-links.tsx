import { Link } from 'react-router'
import { TabCount, TabLine, tabLook } from './link-tabs'

/** A part of a page, which its address chooses by the parameter "part". */
export type PagePart<Name extends string> = { part: Name; to: string; label: string; count?: number }

type PartLinksProps<Name extends string> = { label: string; parts: readonly PagePart<Name>[]; open: Name }

/** Links to the parts of a page. The search and the filters are dropped when the part changes. */
export function PartLinks<Name extends string>({ label, parts, open }: PartLinksProps<Name>) {
  return (
    <nav aria-label={label}>
      <TabLine at={open}>
        {parts.map(({ part, to, label, count }) => (
          <li key={part}>
            <Link
              to={to}
              preventScrollReset
              aria-current={part === open ? 'page' : undefined}
              className={tabLook(part === open)}
            >
              {label}
              {count !== undefined && <TabCount>{count}</TabCount>}
            </Link>
          </li>
        ))}
      </TabLine>
    </nav>
  )
}
