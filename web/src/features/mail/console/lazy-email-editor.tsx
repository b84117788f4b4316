import { lazy, Suspense } from 'react'
import { Skeleton } from '@/ui/skeleton'
import type { EmailTextDetail } from './api'

const EmailEditor = lazy(async () => ({ default: (await import('./email-editor')).EmailEditor }))

/** The editor of an email, which is loaded when it is needed. */
export function LazyEmailEditor({ text }: { text: EmailTextDetail }) {
  return (
    <Suspense fallback={<Skeleton />}>
      <EmailEditor text={text} />
    </Suspense>
  )
}
