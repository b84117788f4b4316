import type { FormValues } from '@/lib/form-schema'
import type { adminLoginForm } from '@/lib/generated'
import { send } from '@/lib/server'

/** Signs in to the console. Where the account has a second factor, it wants a code too. */
export function adminLogin(body: FormValues<typeof adminLoginForm>): Promise<{ message: string; username: string }> {
  return send('/api/admin/login', { method: 'POST', body })
}
