import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@/lib/api-error'
import { useLive } from '@/lib/live'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Freshness } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { Spinner } from '@/ui/spinner'
import { providersQuery } from './calls'
import { MailTest } from './mail-test'
import { ProviderFacts } from './provider-facts'
import { RazorpayTest } from './razorpay-test'

/** How the payment and the mail provider are doing. */
export function Component() {
  const providers = useQuery(providersQuery)
  useLive(['mail', 'diagnostics', 'payments'], providers.refetch)
  return (
    <>
      <PageHead
        title="Providers"
        lede="Payments go through Razorpay, mail through Brevo. Their keys are set where the site runs, and are never shown here."
      />
      <div className="mb-6 flex">
        <Freshness asOf={providers.dataUpdatedAt} busy={providers.isFetching} onRefresh={providers.refetch} />
      </div>
      {providers.data ? (
        <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
          {providers.data.map((state) => (
            <ProviderFacts key={state.provider} state={state}>
              {state.provider === 'razorpay' ? (
                <RazorpayTest configured={state.configured} onTried={providers.refetch} />
              ) : (
                <MailTest configured={state.configured} />
              )}
            </ProviderFacts>
          ))}
        </div>
      ) : providers.error ? (
        <EmptyState
          title="The providers’ state could not be read"
          action={<Button onClick={() => providers.refetch()}>Try again</Button>}
        >
          <p>{messageOf(providers.error, 'Something went wrong on the way.')}</p>
        </EmptyState>
      ) : (
        <Spinner label="Loading…" size={28} />
      )}
    </>
  )
}
