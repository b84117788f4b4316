import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import { campaignQuery } from './api'
import { CampaignEditor } from './campaign-editor'
import { CampaignResults } from './campaign-results'

/** A campaign: the editor of a draft, or the progress and results of a started campaign. */
export function CampaignPage() {
  const { id = '' } = useParams()
  const query = useQuery(campaignQuery(id))
  const campaign = query.data
  if (!campaign && query.error)
    return (
      <UnreadRecord
        what="Campaign"
        error={query.error}
        onRetry={query.refetch}
        list={{ label: 'All campaigns', to: consolePaths.campaigns }}
      />
    )
  if (!campaign) return <ScreenSkeleton />
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={consolePaths.campaigns}>
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
