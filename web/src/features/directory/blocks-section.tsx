import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@/lib/api-error'
import { date } from '@/lib/formats'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { ReportButton } from '@/ui/report-button'
import { useToast } from '@/ui/toast-queue'
import { blocksQuery, useUnblock } from './api'

/** The people whom the member has blocked. It is hidden while the list is empty. */
export function BlocksSection() {
  const toast = useToast()
  const { data: blocked, error, refetch, isFetching } = useQuery(blocksQuery)
  const { mutate, isPending, variables } = useUnblock()
  if (error)
    return (
      <div className="mt-12">
        <LoadError
          title="The list of blocked people could not be read"
          error={error}
          busy={isFetching}
          onRetry={refetch}
        />
      </div>
    )
  if (!blocked?.length) return null
  return (
    <section aria-labelledby="blocked" className="mt-12 border-base-300 border-t pt-10">
      <h2 id="blocked" className="display-3">
        People you have blocked
      </h2>
      <ul className="mt-4 max-w-text">
        {blocked.map(({ id, name, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-2 border-base-300 border-b py-3">
            <span className="mr-auto">
              {name} <span className="text-quiet text-sm">since {date(createdAt)}</span>
            </span>
            <ReportButton subject="profile" id={id} what={name} />
            <Button
              tone="outline"
              busy={isPending && variables === id}
              onClick={() =>
                mutate(id, {
                  onSuccess: () => toast({ title: `${name} is unblocked` }),
                  onError: (error) =>
                    toast({
                      title: `${name} was not unblocked`,
                      description: messageOf(error, 'Please try again.'),
                      destructive: true,
                    }),
                })
              }
            >
              Unblock<span className="sr-only"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
