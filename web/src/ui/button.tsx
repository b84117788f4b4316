import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { useHeadingFocusAfterRemoval } from '@/lib/focus-target'
import { classes } from './classes'
import { Spinner } from './spinner'

/** primary is the main action of a page or dialog; neutral is a secondary action; quiet is for menus and toolbars. */
export type ButtonTone = 'primary' | 'neutral' | 'outline' | 'quiet' | 'danger'

const tones: Record<ButtonTone, string> = {
  primary: 'btn-primary',
  neutral: 'btn-neutral',
  outline: 'btn-outline',
  quiet: 'btn-ghost',
  danger: 'btn-error',
}

/** The classes of a button with only an icon. In a line of text or a table's row it does not make the line taller. */
export const iconButton = '-my-3 size-11 p-0 align-middle @max-2xl:first:-ml-3.5'

/** The classes of a quiet button in the toolbar of a list, where six of them share a row. */
export const toolButton = 'px-3 text-[0.9375rem]'

/** The classes of a quiet button in a row of a table. It is aligned with the text and does not make the row taller. */
export const rowButton = '-my-2.5 -ml-2 px-2 font-medium text-[0.9375rem] text-accent'

type ButtonProps = ComponentProps<'button'> & {
  tone?: ButtonTone
  /** An action is running: the label stays readable, and another press does nothing. */
  busy?: boolean
}

export function Button({ tone = 'primary', busy = false, className, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      ref={useHeadingFocusAfterRemoval()}
      // The browser's default would be "submit".
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

/** A link that looks like a button. */
export function ButtonLink({ tone = 'primary', className, ...rest }: ButtonLinkProps) {
  return <Link className={classes('btn', tones[tone], className)} {...rest} />
}
