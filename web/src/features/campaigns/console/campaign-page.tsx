import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApiError, messageOf } from '@/lib/api-error'
import { useLive } from '@/lib/live'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { campaignQuery } from './api'
import { CampaignEditor } from './campaign-editor'
import { CampaignResults } from './campaign-results'

/** One campaign: the editor of a draft, or how it goes and what became of it. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(campaignQuery(id))
  useLive(['campaigns', 'mail'], query.refetch)
  const campaign = query.data
  if (!campaign && query.error) {
    const isMissing = query.error instanceof ApiError && query.error.status === 404
    return (
      <EmptyState
        level={1}
        title={isMissing ? 'This campaign was not found' : 'The campaign could not be read'}
        action={
          isMissing ? (
            <ButtonLink to={paths.adminCampaigns}>All campaigns</ButtonLink>
          ) : (
            <Button onClick={() => query.refetch()}>Try again</Button>
          )
        }
      >
        <p>{messageOf(query.error, 'Something went wrong on the way.')}</p>
      </EmptyState>
    )
  }
  if (!campaign) return <Spinner label="Loading…" size={28} />
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.adminCampaigns}>
          All campaigns
        </Link>
      </p>
      {campaign.status === 'draft' ? (
        <CampaignEditor key={campaign.id} campaign={campaign} />
      ) : (
        <CampaignResults campaign={campaign} />
      )}
    </>
  )
}
