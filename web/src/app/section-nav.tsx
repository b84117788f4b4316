import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '@/ui/classes'
import { type Section, useCurrentSection, useSections } from './sections'
import { useDisclosure } from './use-disclosure'

const label = 'Sections of the circle'

/** The sections in the header of a wide window. */
export function SectionLinks() {
  const sections = useSections()
  const current = useCurrentSection()
  if (sections.length === 0) return null
  return (
    <nav aria-label={label} className="self-stretch max-lg:hidden">
      <ul className="flex h-full gap-5 xl:gap-7">
        {sections.map((section) => (
          <li key={section.label} className="flex">
            <Link
              {...linkTo(section, current)}
              className={classes(
                'flex items-center border-y-3 border-t-transparent text-[0.9375rem] focus-visible:-outline-offset-2',
                section === current
                  ? 'border-b-primary font-semibold'
                  : 'border-b-transparent text-quiet hover:border-b-base-300 hover:text-base-content',
              )}
            >
              {section.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

// The bar has this many places. If there are more sections, the last place opens the others.
const places = 5

/** The sections at the foot of a narrow window. */
export function SectionBar() {
  const sections = useSections()
  const current = useCurrentSection()
  const { open, toggle, region } = useDisclosure()
  if (sections.length === 0) return null
  const first = sections.length > places ? places - 1 : places
  const others = sections.slice(first)
  const isOther = others.some((section) => section === current)
  return (
    <nav
      aria-label={label}
      className="foot-bar section-bar fixed inset-x-0 bottom-0 z-40 h-(--foot-bar) border-base-300 border-t bg-base-100 pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto flex h-full max-w-2xl">
        {sections.slice(0, first).map((section) => (
          <li key={section.label} className="flex min-w-0 flex-1">
            <Link {...linkTo(section, current)} className={place(section === current)}>
              <PlaceLook icon={section.icon}>{section.label}</PlaceLook>
            </Link>
          </li>
        ))}
        {others.length > 0 && (
          <li className="flex min-w-0 flex-1">
            <div ref={region} className="relative flex min-w-0 flex-1">
              <button
                type="button"
                aria-expanded={open}
                aria-controls="more-sections"
                className={place(isOther)}
                onClick={toggle}
              >
                <PlaceLook icon={Ellipsis}>More</PlaceLook>
              </button>
              <ul
                id="more-sections"
                hidden={!open}
                className="absolute right-2 bottom-full mb-2 w-48 border border-base-300 bg-base-100 p-2 shadow-lg"
              >
                {others.map((section) => (
                  <li key={section.label}>
                    <Link
                      {...linkTo(section, current)}
                      className="flex min-h-12 items-center gap-3 px-3 hover:underline aria-[current]:font-semibold"
                    >
                      <section.icon className="size-5" strokeWidth={1.5} aria-hidden="true" />
                      {section.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          </li>
        )}
      </ul>
    </nav>
  )
}

function linkTo(section: Section, current: Section | undefined) {
  return { to: section.parts[0].to, 'aria-current': section === current ? ('true' as const) : undefined }
}

function place(isCurrent: boolean): string {
  return classes(
    'flex min-w-0 flex-1 cursor-pointer flex-col items-center justify-center gap-0.5 border-t-3 text-xs leading-tight',
    'focus-visible:-outline-offset-2',
    isCurrent ? 'border-primary font-semibold' : 'border-transparent text-quiet',
  )
}

function PlaceLook({ icon: Icon, children }: { icon: Section['icon']; children: ReactNode }) {
  return (
    <>
      <Icon className="size-5.5" strokeWidth={1.5} aria-hidden="true" />
      {children}
    </>
  )
}
