import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '@/lib/href'
import { useOpenModules } from '@/lib/modules'
import { paths } from '@/lib/paths'
import { classes } from './classes'

type ProfileLinkProps = {
  /** The id of the person, or "" for a person whom the reader does not see in the directory. */
  person: string
  className?: string
  children: ReactNode
}

/** The name of a person. It leads to the person's profile if the directory is open to the reader. */
export function ProfileLink({ person, className, children }: ProfileLinkProps) {
  const isOpen = useOpenModules()
  if (!person || !isOpen('directory')) return <span className={className}>{children}</span>
  return (
    <Link to={href(paths.circlePerson, { person })} className={classes('text-link', className)}>
      {children}
    </Link>
  )
}
