import { useState } from 'react'
import { AdminLoginCard, type LoginNotice } from '@/features/accounts/console/admin-login-card'
import { paths } from '@/lib/paths'
import { isAdmin, useSession } from '@/lib/session'
import { Button, ButtonLink } from '@/ui/button'
import { Spinner } from '@/ui/spinner'
import { AdminsOnly } from '../gate'

/**
 * The sign-in of admins. A member without an admin's rights is told so first: the card alone would
 * look as if she were signed out.
 */
export function Door({ onSignedIn, notice }: { onSignedIn: () => void; notice?: LoginNotice }) {
  const { status, user } = useSession()
  const [hasOtherAccount, setOtherAccount] = useState(false)
  if (status === 'loading') return <Spinner label="Loading…" size={28} />
  if (!user || isAdmin(user) || hasOtherAccount) return <AdminLoginCard onSignedIn={onSignedIn} notice={notice} />
  return (
    <AdminsOnly>
      <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      <Button tone="outline" onClick={() => setOtherAccount(true)}>
        Sign in with an admin account
      </Button>
    </AdminsOnly>
  )
}
