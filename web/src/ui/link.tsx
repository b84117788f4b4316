import type { ComponentProps, MouseEvent } from 'react'
import { useSiteNavigation } from '@/lib/navigation'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** Makes the browser load the page instead of the router. */
  reloadDocument?: boolean
}

/** A link to a page of the site, or to a section of one. */
export function Link({ to, onClick, target, reloadDocument, ...rest }: LinkProps) {
  const { go } = useSiteNavigation()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || reloadDocument || target || !isPlainPress(event)) return
    event.preventDefault()
    go(to)
  }

  return <a href={to} target={target} onClick={follow} {...rest} />
}

// With another button or a modifier key, the browser opens a new tab or window, or downloads the page.
function isPlainPress({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
}
