import type { PublicSession } from '@/features/events/public/api'
import type { Legal } from '@/features/legal/api'
import type { Config, Tier } from '@/lib/api-types'
import { englishDates } from '@/lib/formats'
import type { PageName } from '@/lib/texts'

/** The data of the public pages, for tests that render all of them. */
export const config = {
  siteName: 'Boardcircle',
  siteUrl: 'https://boardcircle.example',
  contactEmail: 'info@boardcircle.example',
  contactPhone: '+91 22 4000 1234',
  contactPlace: 'Mumbai, India',
  providerUrl: 'https://mentoring.example',
  eventDay: 'September 16th',
  hiddenSections: [] as Config['hiddenSections'],
  figureMembers: '300+',
  figureTarget: '10,000',
  languages: [
    { ...englishDates, code: 'en', name: 'English' },
    { ...englishDates, code: 'hi', name: 'हिन्दी' },
  ],
  nextSession: { id: 's1', title: 'The launch', startsAt: '2027-01-05T12:00:00Z' },
} as Config

export const notFound = { path: '/404', texts: ['errors'] as const }

export const tiers = ['lifetime', 'annual'].map((duration) => ({
  id: duration,
  name: `The ${duration} plan`,
  slug: duration,
  description: 'A seat in the circle.',
  price: '25000',
  currency: 'INR',
  duration,
  renews: true,
  features: ['A mentor for your first year'],
  screens: [],
  modules: ['sessions', 'directory', 'board-seats', 'consultations', 'library'],
  isActive: true,
  isApprovalRequired: duration === 'annual',
  breakdown: { baseAmount: '25000', gstRate: 18, gstAmount: '4500', totalAmount: '29500' },
  buttonText: '',
  buttonColor: '#0052CC',
  isRecommended: duration === 'lifetime',
})) as unknown as Tier[]

export const session: PublicSession = {
  id: ':id', // the server renders a page by its path
  title: 'The launch',
  startsAt: '2027-01-05T12:00:00Z',
  endsAt: '2027-01-05T14:00:00Z',
  host: 'Asha Rao',
  place: 'Mumbai',
  status: 'published',
  abstract: '<p>An evening.</p>',
  speakers: [
    { name: 'Bina Shah', role: 'Chair', portrait: '', portraitSrcset: '', portraitPosition: '', personId: '' },
  ],
}

// Two versions, so that the page lists them.
export function versionsOf(pages: readonly PageName[]): Legal | undefined {
  const page = pages.find((page) => ['terms', 'privacy', 'refund'].includes(page))
  const days = ['2027-01-01T00:00:00Z', '2026-11-25T18:30:00Z']
  return page && { page, versions: days.map((appliesFrom) => ({ id: appliesFrom, appliesFrom })) }
}
