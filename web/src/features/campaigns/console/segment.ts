import { emailTopicNames, type NominationStatus } from '@/lib/generated'
import type { Segment, SegmentCondition } from './api'

/** The name of a property of a person that a segment can use. */
export type ConditionField = NonNullable<SegmentCondition['field']>

/** How a condition's value is entered. */
export type ValueKind = { options: Readonly<Record<string, string>> } | 'text' | 'date' | 'tier' | 'tag'

/** The properties of a person that a segment can use, in the order of the list. */
export const conditionFields: Readonly<Record<ConditionField, { label: string; value: ValueKind }>> = {
  account: {
    label: 'Account',
    value: { options: { any: 'of any kind', membership: 'for a membership', enquiry: 'for an enquiry' } },
  },
  joinedFrom: { label: 'Joined on or after', value: 'date' },
  joinedBefore: { label: 'Joined before', value: 'date' },
  membership: {
    label: 'Membership',
    value: {
      options: {
        active: 'active',
        grace: 'in its grace period',
        upcoming: 'not started yet',
        lapsed: 'lapsed',
        revoked: 'revoked',
      },
    },
  },
  tier: { label: 'Active in the tier', value: 'tier' },
  endsFrom: { label: 'Term ends on or after', value: 'date' },
  endsBefore: { label: 'Term ends before', value: 'date' },
  list: { label: 'List', value: { options: { leads: 'Leads', paid: 'Paid members' } } },
  nomination: {
    label: 'Nomination',
    value: {
      options: {
        any: 'in any state',
        submitted: 'submitted',
        in_review: 'in review',
        info_requested: 'asked a question',
        approved: 'approved',
        declined: 'declined',
        withdrawn: 'withdrawn',
      } satisfies Record<NominationStatus | 'any', string>,
    },
  },
  tag: { label: 'Tag', value: 'tag' },
  city: { label: 'City', value: 'text' },
  state: { label: 'State', value: 'text' },
  industry: { label: 'Industry', value: 'text' },
  agreed: {
    label: 'Has agreed to',
    value: {
      options: emailTopicNames,
    },
  },
}

/** A new condition, with the first value of its field. */
export function newCondition(field: ConditionField): SegmentCondition {
  const kind = conditionFields[field].value
  const value = typeof kind === 'object' ? (Object.keys(kind.options)[0] ?? '') : ''
  return { field, op: 'is', value }
}

/** Returns the segment without unfinished conditions. */
export function complete(segment: Segment): Segment {
  const conditions = segment.conditions
    .map((condition) => (condition.group ? { ...condition, group: complete(condition.group) } : condition))
    .filter(({ group, value }) => (group ? group.conditions.length > 0 : Boolean(value?.trim())))
  return { match: segment.match || 'all', conditions }
}

/** Describes a segment in a sentence. */
export function inWords(segment: Segment): string {
  const parts = complete(segment).conditions.map(({ field, op, value = '', group }) => {
    if (group) return `${op === 'isNot' ? 'not ' : ''}(${inWords(group)})`
    if (!field) return ''
    const { label, value: kind } = conditionFields[field]
    const shown = typeof kind === 'object' ? (kind.options[value] ?? value) : value
    return `${label}${op === 'isNot' ? ' is not' : ''} ${shown}`
  })
  if (parts.length === 0) return 'everyone'
  return parts.join(segment.match === 'any' ? ' or ' : ' and ')
}
