import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import type { FormValues } from '@/lib/form-schema'
import type { CampaignStep, campaignForm, EmailTopic } from '@/lib/generated'

export type Campaign = Row<'GET /api/campaigns'>
type CampaignCheck = Answer<'POST /api/campaigns/check'>
export type CampaignDetail = Answer<'GET /api/campaigns/{id}'>
export type CheckedLink = CampaignCheck['links'][number]
export type SavedSegment = Row<'GET /api/segments'>
export type Segment = CampaignDetail['segment']
export type SegmentCondition = Segment['conditions'][number]
export type VariantResult = NonNullable<CampaignDetail['test']>['a']

const campaigns = [...areas.console, 'campaigns'] as const
const segments = [...areas.console, 'segments'] as const

export const campaignListKey = [...campaigns, 'list'] as const

/** The fields of a campaign that an admin edits. */
export type CampaignText = FormValues<typeof campaignForm>

/** The fields that a preview shows. */
export type ShownText = Record<'subject' | 'subjectB' | 'preheader' | 'content' | 'templateId', string> & {
  topic: EmailTopic | ''
}

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: [...campaigns, 'one', id],
    queryFn: ({ signal }) => call('GET /api/campaigns/{id}', { path: { id }, signal }),
  })
}

function previewed({ subject, subjectB, preheader, content, topic, templateId }: ShownText) {
  // A stored topic is one of the form's.
  return { subject, subjectB, preheader, content, topic: topic as CampaignText['topic'], templateId }
}

/** Checks a text: whether its links work, and other problems. */
export const useCheckCampaign = () =>
  useMutation({
    mutationFn: (text: CampaignText) => call('POST /api/campaigns/check', { body: previewed(text) }),
    meta: { keepsData: true },
  })

/** The text as a recipient would see it; `as` is a person of the lists, or "" for a generic one. */
export function previewQuery(text: ShownText, personEmail: string) {
  const body = { ...previewed(text), personEmail }
  return queryOptions({
    queryKey: [...areas.console, 'campaign-preview', body],
    meta: { isPreview: true },
    queryFn: ({ signal }) => call('POST /api/campaigns/preview', { body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}

export function segmentQuery(segment: Segment, topic: EmailTopic) {
  return queryOptions({
    queryKey: [...areas.console, 'segment-count', segment, topic],
    queryFn: ({ signal }) => call('POST /api/segments/count', { body: { segment, topic }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** The tiers, for conditions on tiers. */
export const tiersQuery = queryOptions({
  queryKey: areas.allTiers,
  queryFn: ({ signal }) => call('GET /api/membership-tiers', { signal }),
})

export const savedSegmentsQuery = queryOptions({
  queryKey: segments,
  queryFn: ({ signal }) => call('GET /api/segments', { signal }),
})

export const segmentChoicesQuery = queryOptions({
  queryKey: [...segments, 'choices'],
  queryFn: ({ signal }) => call('GET /api/segments/choices', { signal }),
})

type SegmentToSave = { id?: string; version?: string; name: string; segment: Segment }

export const useSaveSegment = () =>
  useMutation({
    mutationFn: ({ id, version, name, segment }: SegmentToSave) =>
      id
        ? call('PUT /api/segments/{id}', { path: { id }, body: { name, segment, version } })
        : call('POST /api/segments', { body: { name, segment } }),
  })

export const useDeleteSegment = () =>
  useMutation({
    mutationFn: ({ id }: { id: string }) => call('DELETE /api/segments/{id}', { path: { id } }),
  })

export const useChooseSubject = () =>
  useMutation({
    mutationFn: ({ id, subject }: { id: string; subject: 'a' | 'b' }) =>
      call('POST /api/campaigns/{id}/winner', { path: { id }, body: { subject } }),
    onSuccess: (campaign, { id }, _optimistic, { client }) => client.setQueryData(campaignQuery(id).queryKey, campaign),
  })

export const useCreateCampaign = () =>
  useMutation({
    mutationFn: ({ name }: { name: string }) =>
      call('POST /api/campaigns', { body: { name, segment: { match: 'all', conditions: [] } } }),
  })

type Saved = { id: string; version: string | undefined; values: CampaignText & { segment: Segment } }

export const useSaveCampaign = () =>
  useMutation({
    mutationFn: ({ id, version, values }: Saved) =>
      call('PUT /api/campaigns/{id}', { path: { id }, body: { ...values, version } }),
  })

export const useDeleteCampaign = () =>
  useMutation({
    mutationFn: ({ id }: { id: string }) => call('DELETE /api/campaigns/{id}', { path: { id } }),
  })

type OfCampaign<Values> = { id: string; values: Values }

export const useTestCampaign = () =>
  useMutation({
    mutationFn: ({ id, values: body }: OfCampaign<Body<'POST /api/campaigns/{id}/test'>>) =>
      call('POST /api/campaigns/{id}/test', { path: { id }, body }),
  })

export const useStartCampaign = () =>
  useMutation({
    mutationFn: ({ id, values: body }: OfCampaign<Body<'POST /api/campaigns/{id}/start'>>) =>
      call('POST /api/campaigns/{id}/start', { path: { id }, body }),
    onSuccess: (campaign, { id }, _optimistic, { client }) => client.setQueryData(campaignQuery(id).queryKey, campaign),
  })

type Step = { id: string; step: Exclude<CampaignStep, 'test' | 'start'> | 'duplicate' }

export const useMoveCampaign = () =>
  useMutation({
    mutationFn: ({ id, step }: Step) => call(`POST /api/campaigns/{id}/${step}`, { path: { id } }),
    onSuccess: (campaign, _step, _optimistic, { client }) =>
      client.setQueryData(campaignQuery(campaign.id).queryKey, campaign),
  })
