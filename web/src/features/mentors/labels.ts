import { directoryLabels } from '@/lib/option-labels'
import type { CheckInAnswer, Suggestion } from './api'

export const checkInAnswers: Readonly<Record<CheckInAnswer, string>> = {
  well: 'It is going well',
  'not-well': 'It is not going well',
  ended: 'It has ended',
}

/** The name of a topic, such as "Risk management". */
export function topicLabel(topic: string): string {
  const labels: Readonly<Record<string, string>> = directoryLabels.canHelpWith
  return labels[topic] ?? topic
}

/** A reason for a suggestion, as a phrase. */
export function reasonText({ reason, common }: Suggestion['reasons'][number]): string {
  switch (reason) {
    case 'topic':
      return `Can help with ${topicLabel(common).toLowerCase()}`
    case 'sector': {
      const labels: Readonly<Record<string, string>> = directoryLabels.sectors
      return `Also works in ${(labels[common] ?? common).toLowerCase()}`
    }
    case 'city':
      return `Also lives in ${common}`
    case 'places':
      return 'Has a free place'
  }
}
