import { useCallback } from 'react'
import { Cancelled, isWaitingForAdmin, messageOf, waitingTitle } from '@/lib/api-error'
import { type Toast, useToast } from './toast-queue'

type Report<Answer> = {
  /** The toast after success. */
  done?: (answer: Answer) => Toast
  /** The title on failure, shown above the server's message. */
  failed: string
  /** The sentence of the call, which is shown if the server sent no message. */
  fallback?: string
}

/**
 * Returns a function that awaits a call and reports its result in a toast. It resolves to whether the call succeeded.
 */
export function useReport() {
  const toast = useToast()
  return useCallback(
    async <Answer>(call: Promise<Answer>, { done, failed, fallback = 'Please try again.' }: Report<Answer>) => {
      try {
        const answer = await call
        if (done) toast(done(answer))
        return true
      } catch (error) {
        if (error instanceof Cancelled) return false
        const description = messageOf(error, fallback)
        toast(
          isWaitingForAdmin(error)
            ? { title: waitingTitle, description }
            : { title: failed, description, destructive: true },
        )
        return false
      }
    },
    [toast],
  )
}
