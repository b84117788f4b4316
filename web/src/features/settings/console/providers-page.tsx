import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/lib/live'
import { Freshness } from '@/ui/list-toolbar'
import { NotRead } from '@/ui/not-read'
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
        actions={<Freshness asOf={providers.dataUpdatedAt} busy={providers.isFetching} onRefresh={providers.refetch} />}
      />
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
        <NotRead
          title="The state of the providers could not be read"
          error={providers.error}
          onRetry={providers.refetch}
        />
      ) : (
        <Spinner label="Loading…" size={28} />
      )}
    </>
  )
}
