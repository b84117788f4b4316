import { describe, expect, it } from 'vitest'
import { emptyValues } from '@/lib/form-schema'
import { nominationForm } from '@/lib/generated'
import { answersOf, bringsAnything, draftBody, younger } from './draft'

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

  it('is worth offering only when it has an answer that the form does not show', () => {
    expect(bringsAnything(draftOf({ name: 'Asha Rao' }), empty)).toBe(true)
    expect(bringsAnything(draftOf({ name: 'Asha Rao' }), { ...empty, name: 'Asha Rao' })).toBe(false)
    expect(bringsAnything(draftOf({ areasOfExpertise: ['hr'] }), { ...empty, areasOfExpertise: ['hr'] })).toBe(false)
    expect(bringsAnything(draftOf({ name: '  ', areasOfExpertise: [], agreeTerms: true }), empty)).toBe(false)
  })

  it('is the younger of one on the server and one that was kept on the device', () => {
    const kept = { ...draftOf({ name: 'Asha' }), lastSaved: '2026-11-21T09:00:00Z' }
    expect(younger(draftOf({}), kept)).toBe(kept)
    expect(younger(kept, draftOf({}))).toBe(kept)
    expect(younger(undefined, kept)).toBe(kept)
    expect(younger(kept, undefined)).toBe(kept)
    expect(younger(undefined, undefined)).toBeUndefined()
  })
})
