import { Badge } from '@/ui/badge'
import type { Automation } from './api'

/** The consent that an automation needs by law, by kind of consent. */
export const consents: Readonly<Record<Automation['consent'], { label: string; meaning: string }>> = {
  service: { label: 'Not needed: service email', meaning: 'The email is part of a service that the reader asked for.' },
  'opt-out': {
    label: 'Unless unsubscribed',
    meaning: 'The email is not sent to people who have unsubscribed from “Your membership”.',
  },
  agreed: {
    label: 'Opt-in',
    meaning: 'The email is sent only to people who have ticked “Offers to come back”.',
  },
}

/** 72 → "3 days after". */
export function delayInWords(hours: number): string {
  if (hours === 0) return 'Immediately'
  if (hours % 24 === 0) return hours === 24 ? '1 day after' : `${hours / 24} days after`
  return hours === 1 ? '1 hour after' : `${hours} hours after`
}

/** Whether the automation is on. Built-in emails cannot be turned off. */
export function AutomationState({ automation: { isBuiltIn, isOn } }: { automation: Automation }) {
  if (isBuiltIn) return <Badge tone="plain">Built in</Badge>
  return isOn ? <Badge tone="success">On</Badge> : <Badge tone="outline">Off</Badge>
}
