import type { BadgeTone } from '@/ui/badge'
import type { InterestState, OpeningState } from './api'

export const states: Readonly<Record<OpeningState, { label: string; tone: BadgeTone }>> = {
  waiting: { label: 'Waits for the office', tone: 'outline' },
  open: { label: 'Open', tone: 'success' },
  declined: { label: 'Not approved', tone: 'warning' },
  closed: { label: 'Closed', tone: 'plain' },
  filled: { label: 'Filled', tone: 'brand' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
}

export const interestStates: Readonly<Record<InterestState, { label: string; tone: BadgeTone }>> = {
  sent: { label: 'Interested', tone: 'outline' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
  interviewed: { label: 'Interviewed', tone: 'success' },
  appointed: { label: 'Appointed', tone: 'brand' },
  'not-appointed': { label: 'Not appointed', tone: 'plain' },
}

export const committees: Readonly<Record<string, string>> = {
  audit: 'Audit committee',
  'nomination-remuneration': 'Nomination and remuneration committee',
  'risk-management': 'Risk management committee',
  stakeholders: 'Stakeholders relationship committee',
  csr: 'CSR committee',
}
