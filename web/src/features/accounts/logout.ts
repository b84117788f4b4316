import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '@/lib/api-error'
import { publicQueryKeys } from '@/lib/config'
import { send } from '@/lib/server'
import { useSetSessionUser } from '@/lib/session'
import { useToast } from '@/ui/toast-queue'

/** Signs the user out, here and on the server. */
export function useLogout(): () => Promise<void> {
  const setUser = useSetSessionUser()
  const toast = useToast()
  const client = useQueryClient()
  return async () => {
    try {
      await send<void>('/api/logout', { method: 'POST' })
    } catch (error) {
      toast({ title: 'Logout failed', description: messageOf(error, 'Please try again.'), destructive: true })
      return
    }
    setUser(null)
    // What was fetched in her name must not be shown to whoever comes next.
    client.removeQueries({ predicate: (query) => !publicQueryKeys.includes(String(query.queryKey[0])) })
    toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
  }
}
