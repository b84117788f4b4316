import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  CampaignCheck,
  CampaignDetail,
  CampaignPreview,
  CampaignStep,
  CampaignTest,
  campaignForm,
  Image,
  SavedSegment,
  Segment,
  SegmentChoices,
  SegmentCount,
  Tier,
} from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

const path = '/api/campaigns'

/** The fields of a campaign that an admin edits. */
export type CampaignText = Record<(typeof campaignForm)[number]['name'], string>

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.campaign(id),
    queryFn: ({ signal }) => send<CampaignDetail>(`${path}/${encodeURIComponent(id)}`, { signal }),
  })
}

function previewed({ subject, subjectB, preheader, content, topic, templateId }: CampaignText) {
  return { subject, subjectB, preheader, content, topic, templateId }
}

/** Checks a text: whether its links work, and other problems. */
export const useCheckCampaign = () =>
  useServerMutation('checkCampaign', (text: CampaignText) =>
    send<CampaignCheck>(`${path}/check`, { method: 'POST', body: previewed(text) }),
  )

/** The text as a recipient would see it; `as` is a person of the lists, or "" for a generic one. */
export function previewQuery(text: CampaignText, as: string) {
  const body = { ...previewed(text), as }
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

/** The tiers, for conditions on tiers. */
export const tiersQuery = queryOptions({
  queryKey: queryKeys.allTiers,
  queryFn: ({ signal }) => send<Tier[]>('/api/membership-tiers', { signal }),
})

export const savedSegmentsQuery = queryOptions({
  queryKey: queryKeys.segments,
  queryFn: ({ signal }) => send<SavedSegment[]>('/api/segments', { signal }),
})

export const segmentChoicesQuery = queryOptions({
  queryKey: queryKeys.segmentChoices,
  queryFn: ({ signal }) => send<SegmentChoices>('/api/segments/choices', { signal }),
})

type Kept = { id?: string; name: string; segment: Segment }

export const useKeepSegment = () =>
  useServerMutation('keepSegment', ({ id, name, segment }: Kept) =>
    send<SavedSegment>(id ? `/api/segments/${id}` : '/api/segments', {
      method: id ? 'PUT' : 'POST',
      body: { name, segment },
    }),
  )

export const useDeleteSegment = () =>
  useServerMutation('deleteSegment', ({ id }: { id: string }) =>
    send<void>(`/api/segments/${id}`, { method: 'DELETE' }),
  )

/** The uploaded pictures, shared by campaigns and pages. */
export const picturesQuery = queryOptions({
  queryKey: queryKeys.pictures,
  queryFn: ({ signal }) => send<Image[]>('/api/cms/images', { signal }),
})

export const useUploadPicture = () =>
  useServerMutation('uploadImage', (file: File) => {
    const body = new FormData()
    body.set('image', file)
    return send<Image>('/api/cms/images', { method: 'POST', body })
  })

export const useChooseSubject = () =>
  useServerMutation(
    'moveCampaign',
    ({ id, subject }: { id: string; subject: string }) =>
      send<CampaignDetail>(`${path}/${id}/winner`, { method: 'POST', body: { subject } }),
    { store: (client, campaign) => client.setQueryData(campaignQuery(campaign.id).queryKey, campaign) },
  )

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

type Step = { id: string; step: CampaignStep | 'duplicate' }

export const useMoveCampaign = () =>
  useServerMutation(
    'moveCampaign',
    ({ id, step }: Step) => send<CampaignDetail>(`${path}/${id}/${step}`, { method: 'POST' }),
    { store: (client, campaign) => client.setQueryData(campaignQuery(campaign.id).queryKey, campaign) },
  )
