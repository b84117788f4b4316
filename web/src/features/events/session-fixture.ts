import type { Session } from './api'

/** A published session in which the member has a place, for tests. */
export const session: Session = {
  id: 'one',
  title: 'Reading the audit report',
  host: 'Meera Krishnan',
  hostPersonId: '',
  speakers: [],
  startsAt: '2026-08-27T13:00:00.000Z',
  endsAt: '2026-08-27T14:30:00.000Z',
  place: 'Online',
  status: 'published',
  capacity: 50,
  taken: 1,
  waiting: 0,
  state: 'going',
  hasRecording: false,
  abstract: '',
  cancelReason: '',
  queuePlace: 0,
  hasConsented: false,
  joinsAt: '2026-08-27T12:45:00.000Z',
  promotionEndsAt: '2026-08-27T11:00:00.000Z',
  recordingUrl: '',
  slidesUrl: '',
  notes: '',
}
