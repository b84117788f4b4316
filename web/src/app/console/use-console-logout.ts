import { useNavigate } from 'react-router'
import { useForgetAdmin } from '@/lib/admin-session'
import { messageOf } from '@/lib/api-error'
import type { AdminSession } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { send } from '@/lib/server'
import { useSetSessionUser } from '@/lib/session'
import { useToast } from '@/ui/toast-queue'

/** Signs the admin out, forgets what was read, and goes back to the dashboard's address, or to another. */
export function useConsoleLogout({ via }: AdminSession, to: string = paths.admin): () => Promise<void> {
  const forget = useForgetAdmin()
  const setUser = useSetSessionUser()
  const toast = useToast()
  const navigate = useNavigate()
  return async () => {
    try {
      // A member with an admin's rights is here by her own sign-in, and leaves by it.
      await send<void>(via === 'user' ? '/api/logout' : '/api/admin/logout', { method: 'POST' })
    } catch (error) {
      toast({ title: 'Logout failed', description: messageOf(error, 'Please try again.'), destructive: true })
      return
    }
    if (via === 'user') setUser(null)
    forget()
    await navigate(to)
    toast({ title: 'Logged Out', description: 'Successfully logged out' })
  }
}
