import type { ComponentProps } from 'react'
import { classes } from './classes'
import { Link, type LinkProps } from './link'
import { Spinner } from './spinner'

/** primary is the one thing to do here; neutral stands beside it; quiet is for menus and toolbars. */
export type ButtonTone = 'primary' | 'neutral' | 'outline' | 'quiet' | 'danger'

const tones: Record<ButtonTone, string> = {
  primary: 'btn-primary',
  neutral: 'btn-neutral',
  outline: 'btn-outline',
  quiet: 'btn-ghost',
  danger: 'btn-error',
}

/** How a button looks that is an icon alone. In a line of text or a table's row it makes the line no higher. */
export const iconButton = '-my-3 size-11 p-0 align-middle @max-3xl:first:-ml-3.5'

type ButtonProps = ComponentProps<'button'> & {
  tone?: ButtonTone
  /** Work is under way: the words stay readable, a second press does nothing. */
  busy?: boolean
}

export function Button({ tone = 'primary', busy = false, className, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      // A button sends a form only where it says so.
      type={type ?? 'button'}
      className={classes('btn', tones[tone], className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

type ButtonLinkProps = LinkProps & { tone?: ButtonTone }

/** A link that looks like a button: it leads somewhere. */
export function ButtonLink({ tone = 'primary', className, ...rest }: ButtonLinkProps) {
  return <Link className={classes('btn', tones[tone], className)} {...rest} />
}
