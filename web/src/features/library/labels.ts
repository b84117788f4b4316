import type { BadgeTone } from '@/ui/badge'
import type { LibrarySummary } from './api'

export const kinds: Readonly<Record<LibrarySummary['kind'], string>> = {
  note: 'Research note',
  update: 'Regulatory update',
  recording: 'Recording',
}

export const states: Readonly<Record<LibrarySummary['state'], { label: string; tone: BadgeTone }>> = {
  draft: { label: 'Draft', tone: 'outline' },
  scheduled: { label: 'Scheduled', tone: 'brand' },
  published: { label: 'Published', tone: 'success' },
}
