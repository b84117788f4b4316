import { describe, expect, it } from 'vitest'
import { emptyValues } from '@/lib/form-schema'
import { nominationForm } from '@/lib/generated'
import { answersOf, bringsAnything, draftBody, earlierDraft, mergeAnswers } from './draft'

const empty = emptyValues(nominationForm)
const draftOf = (formData: Record<string, unknown>) => ({ email: null, formData, lastSaved: '2026-11-21T08:32:00Z' })

describe('a draft', () => {
  it('is sent with its email apart, or null where there is none yet', () => {
    expect(draftBody({ ...empty, email: 'asha@example.in' }).email).toBe('asha@example.in')
    expect(draftBody({ ...empty, name: 'Asha' })).toEqual({ email: null, formData: { ...empty, name: 'Asha' } })
  })

  it('brings back the answers that the form knows, and no others', () => {
    const answers = answersOf({
      name: 'Asha Rao',
      industry: 'energy',
      directorType: 'emperor',
      city: 7,
      areasOfExpertise: ['governance', 'hr', 'magic'],
      isAdmin: 'true',
    })
    expect(answers).toEqual({ ...empty, name: 'Asha Rao', industry: 'energy', areasOfExpertise: ['hr', 'governance'] })
  })

  it('never brings back consent', () => {
    expect(answersOf({ agreeTerms: true }).agreeTerms).toBe(false)
  })

  it('is worth mentioning only when it has an answer that the form does not show', () => {
    expect(bringsAnything(draftOf({ name: 'Asha Rao' }), empty)).toBe(true)
    expect(bringsAnything(draftOf({ name: 'Asha Rao' }), { ...empty, name: 'Asha Rao' })).toBe(false)
    expect(bringsAnything(draftOf({ areasOfExpertise: ['hr'] }), { ...empty, areasOfExpertise: ['hr'] })).toBe(false)
    expect(bringsAnything(draftOf({ name: '  ', areasOfExpertise: [], agreeTerms: true }), empty)).toBe(false)
  })

  it('is the server’s, unless this device has a newer one', () => {
    const device = { ...draftOf({ name: 'Asha' }), lastSaved: '2026-11-21T09:00:00Z' }
    const server = { ...draftOf({ name: 'A', city: 'Pune' }), lastSaved: '2026-11-21T09:00:01Z' }
    expect(earlierDraft(server, device)).toEqual({ draft: server, isSaved: true })
    expect(earlierDraft(server, undefined)).toEqual({ draft: server, isSaved: true })
    expect(earlierDraft(undefined, undefined)).toBeUndefined()
  })

  it('of this device is laid over the server’s, which it may not have read', () => {
    const device = { ...draftOf({ name: 'Asha', city: '' }), lastSaved: '2026-11-21T09:00:00Z' }
    const earlier = earlierDraft(draftOf({ name: 'A', city: 'Pune' }), device)
    expect(earlier?.isSaved).toBe(false)
    expect(earlier?.draft.lastSaved).toBe(device.lastSaved)
    expect(answersOf(earlier?.draft.formData ?? {})).toMatchObject({ name: 'Asha', city: 'Pune' })
    expect(earlierDraft(undefined, device)?.draft.formData).toEqual({ name: 'Asha' })
  })

  it('is merged into a form: what was changed there stays, an emptied answer too', () => {
    const base = { ...empty, name: 'Asha', city: 'Pune', state: 'Goa', agreeTerms: true }
    const form = { ...base, name: 'Asha Rao', city: '' }
    const draft = { ...empty, name: 'A', city: 'Delhi', state: 'Kerala', areasOfExpertise: ['hr' as const] }
    expect(mergeAnswers(base, draft, form)).toEqual({
      ...empty,
      name: 'Asha Rao',
      city: '',
      state: 'Kerala',
      areasOfExpertise: ['hr'],
      agreeTerms: true,
    })
  })
})
