import { useCallback } from 'react'
import { messageOf } from '@/lib/api-error'
import { type Toast, useToast } from './toast-queue'

type Report<Answer> = {
  /** What to say when it succeeded. */
  done?: (answer: Answer) => Toast
  /** The title when it failed; the server's reason follows, or the fallback where it gave none. */
  failed: string
  fallback?: string
}

/** Waits for a call and says what came of it. Resolves to whether it succeeded. */
export function useReport() {
  const toast = useToast()
  return useCallback(
    async <Answer>(call: Promise<Answer>, { done, failed, fallback = 'Please try again.' }: Report<Answer>) => {
      try {
        const answer = await call
        if (done) toast(done(answer))
        return true
      } catch (error) {
        toast({ title: failed, description: messageOf(error, fallback), destructive: true })
        return false
      }
    },
    [toast],
  )
}
