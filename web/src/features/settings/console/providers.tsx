import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@/lib/api-error'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { providersQuery, useTestRazorpay } from './api'
import { EmailTest } from './email-test'
import { ProviderFacts } from './provider-facts'

/** The state of the payment provider and the mail provider. */
export function Providers() {
  const providers = useQuery(providersQuery)
  return (
    <section aria-label="Providers">
      {providers.data ? (
        <div className="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-2">
          {providers.data.map((state) => (
            <ProviderFacts key={state.provider} state={state}>
              {state.provider === 'razorpay' ? (
                <RazorpayTest configured={state.configured} />
              ) : (
                <EmailTest configured={state.configured} />
              )}
            </ProviderFacts>
          ))}
        </div>
      ) : providers.error ? (
        <LoadError title="The providers could not be loaded" error={providers.error} onRetry={providers.refetch} />
      ) : (
        <Skeleton />
      )}
    </section>
  )
}

/** Calls Razorpay without changing anything, to test the connection. */
function RazorpayTest({ configured }: { configured: boolean }) {
  const { mutate, data, error, isPending } = useTestRazorpay()
  const failure = error && { ok: false, sentence: messageOf(error, 'Razorpay could not be reached. Please try again.') }
  const result = failure ?? data

  return (
    <>
      <p className="mb-3 max-w-text text-quiet">
        {configured
          ? 'A test lists the payments of the last minute. It moves no money and changes nothing.'
          : 'No one can buy a membership until RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET are set on the server.'}
      </p>
      {configured && (
        <Button tone="outline" busy={isPending} onClick={() => mutate()}>
          Test connection
        </Button>
      )}
      <div role="status" className="mt-4 empty:hidden">
        {result && !isPending && (
          <Notice
            tone={result.ok ? 'success' : 'danger'}
            title={result.ok ? 'The connection works' : 'The connection does not work'}
          >
            <p className="break-words">{result.sentence}</p>
          </Notice>
        )}
      </div>
    </>
  )
}
