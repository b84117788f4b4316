import { useQueryClient } from '@tanstack/react-query'
import { Jobs } from '@/features/operations/console/jobs'
import { Providers } from '@/features/settings/console/providers'
import { WebhookCalls } from '@/features/settings/console/webhook-calls'
import { readAgain } from '@/lib/mutation-cache'
import { Button } from '@/ui/button'
import { PageHead } from '@/ui/page-head'

/** Whether the site works: its providers, its background jobs, and the calls of the payment provider. */
export function HealthPage() {
  const client = useQueryClient()
  return (
    <>
      <PageHead
        title="Health"
        lede="Payments go through Razorpay, emails through Brevo. Their keys are set on the server and are never shown here."
        actions={
          <Button tone="outline" onClick={() => readAgain(client)}>
            Refresh all
          </Button>
        }
      />
      <Providers />
      <Jobs />
      <WebhookCalls />
    </>
  )
}
