import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLogout } from '@/features/accounts/logout'
import type { SessionUser } from '@/lib/api-types'
import { useHasCircle } from '@/lib/modules'
import { paths } from '@/lib/paths'
import { isAdmin } from '@/lib/session'
import { EditedElsewhere, useTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { useDisclosure } from './use-disclosure'

export function UserMenu({ user }: { user: SessionUser }) {
  const { open, toggle, region } = useDisclosure()
  return (
    <div ref={region} className="relative">
      <Button tone="outline" aria-expanded={open} aria-controls="user-menu" onClick={toggle}>
        <span className="max-w-40 truncate">
          <EditedElsewhere from="account">{user.name}</EditedElsewhere>
        </span>
        <ChevronDown className="size-4" />
      </Button>
      <div
        id="user-menu"
        hidden={!open}
        className="absolute top-full right-0 mt-2 w-72 border border-base-300 bg-base-100 p-5 shadow-lg"
      >
        <UserEntries user={user}>
          <CircleLink user={user} />
        </UserEntries>
      </div>
    </div>
  )
}

/** The link to the circle, for members. */
export function CircleLink({ user }: { user: SessionUser }) {
  const hasCircle = useHasCircle()
  const text = useTexts('site')
  return user.isMember && hasCircle && <MenuLink to={paths.circle}>{text('user.circle')}</MenuLink>
}

type UserEntriesProps = {
  user: SessionUser
  /** The first links. */
  children: ReactNode
}

/** The signed-in user and the entries of their menu, on wide and narrow screens. */
export function UserEntries({ user, children }: UserEntriesProps) {
  const logout = useLogout()
  const text = useTexts('site')
  return (
    <>
      <p className="font-semibold">
        <EditedElsewhere from="account">{user.name}</EditedElsewhere>
      </p>
      <p className="break-all text-quiet text-sm">
        <EditedElsewhere from="account">{user.email}</EditedElsewhere>
      </p>
      <p className="mt-1 text-accent text-sm first-letter:uppercase">{text('user.kind', { kind: user.requestType })}</p>
      <div className="mt-4 flex flex-col gap-1 border-base-300 border-t pt-3">
        {children}
        <MenuLink to={paths.account}>{text('user.account')}</MenuLink>
        {isAdmin(user) && <MenuLink to={paths.admin}>{text('user.admin')}</MenuLink>}
        <button
          type="button"
          className="flex min-h-11 cursor-pointer items-center text-left hover:underline"
          onClick={logout}
        >
          {text('user.logout')}
        </button>
      </div>
    </>
  )
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="flex min-h-11 items-center hover:underline">
      {children}
    </Link>
  )
}
