import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  CampaignDetail,
  CampaignPreview,
  CampaignTest,
  campaignForm,
  Segment,
  SegmentCount,
  Tier,
} from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

const path = '/api/campaigns'

/** What an admin writes of a campaign. */
export type CampaignText = Record<(typeof campaignForm)[number]['name'], string>

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.campaign(id),
    queryFn: ({ signal }) => send<CampaignDetail>(`${path}/${encodeURIComponent(id)}`, { signal }),
  })
}

/** The text as a reader would get it; `as` is a person of the lists, "" a stranger. */
export function previewQuery(text: CampaignText, as: string) {
  const { subject, preheader, content, topic, templateId } = text
  const body = { subject, preheader, content, topic, templateId, as }
  return queryOptions({
    queryKey: queryKeys.campaignPreview(body),
    queryFn: ({ signal }) => send<CampaignPreview>(`${path}/preview`, { method: 'POST', body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}

export function segmentQuery(segment: Segment, topic: string) {
  return queryOptions({
    queryKey: queryKeys.segmentCount(segment, topic),
    queryFn: ({ signal }) =>
      send<SegmentCount>('/api/segments/count', { method: 'POST', body: { segment, topic }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** The tiers, for the conditions about them. */
export const tiersQuery = queryOptions({
  queryKey: queryKeys.allTiers,
  queryFn: ({ signal }) => send<Tier[]>('/api/membership-tiers', { signal }),
})

export const useCreateCampaign = () =>
  useServerMutation('createCampaign', ({ name }: { name: string }) =>
    send<CampaignDetail>(path, { method: 'POST', body: { name, segment: { match: 'all', conditions: [] } } }),
  )

type Saved = { id: string; values: CampaignText & { segment: Segment } }

export const useSaveCampaign = () =>
  useServerMutation('saveCampaign', ({ id, values }: Saved) =>
    send<CampaignDetail>(`${path}/${id}`, { method: 'PUT', body: values }),
  )

export const useDeleteCampaign = () =>
  useServerMutation('deleteCampaign', ({ id }: { id: string }) => send<void>(`${path}/${id}`, { method: 'DELETE' }))

type Test = { id: string; values: Record<string, unknown> }

export const useTestCampaign = () =>
  useServerMutation('testCampaign', ({ id, values }: Test) =>
    send<CampaignTest>(`${path}/${id}/test`, { method: 'POST', body: values }),
  )

export const useStartCampaign = () =>
  useServerMutation(
    'startCampaign',
    ({ id, values }: Test) => send<CampaignDetail>(`${path}/${id}/start`, { method: 'POST', body: values }),
    { store: (client, campaign, { id }) => client.setQueryData(campaignQuery(id).queryKey, campaign) },
  )

export type CampaignStep = 'pause' | 'resume' | 'cancel' | 'retry' | 'duplicate'

type Step = { id: string; step: CampaignStep }

export const useMoveCampaign = () =>
  useServerMutation(
    'moveCampaign',
    ({ id, step }: Step) => send<CampaignDetail>(`${path}/${id}/${step}`, { method: 'POST' }),
    { store: (client, campaign) => client.setQueryData(campaignQuery(campaign.id).queryKey, campaign) },
  )
