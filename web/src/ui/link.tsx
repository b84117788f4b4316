import type { ComponentProps, MouseEvent } from 'react'
import { useSiteNavigation } from '@/lib/navigation'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** Has the browser load the page anew. */
  reloadDocument?: boolean
}

/** A link to a page of the site, or into one. */
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

// With another button or a key held, the browser opens a tab or a window, or saves.
function isPlainPress({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
}
