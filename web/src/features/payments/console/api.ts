import { useServerMutation } from '@/lib/mutation'
import { send } from '@/lib/server'

/** Takes away the note that a transaction or an orphan payment needs attention: a person has looked at it. */
export const useResolveAttention = () =>
  useServerMutation('resolveAttention', (path: string) => send<void>(path, { method: 'DELETE' }))
