import { describe, expect, it } from 'vitest'
import { emptyValues } from '@/lib/form-schema'
import { nominationForm } from '@/lib/generated'
import {
  answersOf,
  bringsAnything,
  type DraftEffect,
  type DraftEvent,
  type DraftState,
  draftBody,
  earlierDraft,
  mergeAnswers,
  next,
} from './draft'

const empty = emptyValues(nominationForm)
const draftOf = (formData: Record<string, unknown>) => ({ email: null, formData, lastSaved: '2026-11-21T08:32:00Z' })

describe('a draft', () => {
  it('is sent with the email as a separate field, or null without an email', () => {
    expect(draftBody({ ...empty, email: 'asha@example.in' }).email).toBe('asha@example.in')
    expect(draftBody({ ...empty, name: 'Asha' })).toEqual({ email: null, formData: { ...empty, name: 'Asha' } })
  })

  it('restores only answers that the form knows', () => {
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

  it('never restores the consent', () => {
    expect(answersOf({ agreeTerms: true }).agreeTerms).toBe(false)
  })

  it('is announced only if it has an answer that the form does not show', () => {
    expect(bringsAnything(draftOf({ name: 'Asha Rao' }), empty)).toBe(true)
    expect(bringsAnything(draftOf({ name: 'Asha Rao' }), { ...empty, name: 'Asha Rao' })).toBe(false)
    expect(bringsAnything(draftOf({ areasOfExpertise: ['hr'] }), { ...empty, areasOfExpertise: ['hr'] })).toBe(false)
    expect(bringsAnything(draftOf({ name: '  ', areasOfExpertise: [], agreeTerms: true }), empty)).toBe(false)
  })

  it('is the server’s draft if this device has no newer one', () => {
    const device = { ...draftOf({ name: 'Asha' }), lastSaved: '2026-11-21T09:00:00Z' }
    const server = { ...draftOf({ name: 'A', city: 'Pune' }), lastSaved: '2026-11-21T09:00:01Z' }
    expect(earlierDraft(server, device)).toEqual({ draft: server, isSaved: true })
    expect(earlierDraft(server, undefined)).toEqual({ draft: server, isSaved: true })
    expect(earlierDraft(undefined, undefined)).toBeUndefined()
  })

  it('on this device overrides the answers of the server’s draft, which the form may not have read', () => {
    const device = { ...draftOf({ name: 'Asha', city: '' }), lastSaved: '2026-11-21T09:00:00Z' }
    const earlier = earlierDraft(draftOf({ name: 'A', city: 'Pune' }), device)
    expect(earlier?.isSaved).toBe(false)
    expect(earlier?.draft.lastSaved).toBe(device.lastSaved)
    expect(answersOf(earlier?.draft.formData ?? {})).toMatchObject({ name: 'Asha', city: 'Pune' })
    expect(earlierDraft(undefined, device)?.draft.formData).toEqual({ name: 'Asha' })
  })

  it('is merged into a form, which keeps its changed and emptied answers', () => {
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

describe('the draft in one tab', () => {
  const typed = { ...empty, city: 'Pune' }
  const form = { answers: typed, known: empty, blank: empty }
  const server = draftOf({ name: 'Asha' })
  const device = { ...draftOf({ name: 'Asha Rao' }), lastSaved: '2026-11-21T09:00:00Z' }
  const restored: DraftState = { phase: 'open', notice: { kind: 'restored', lastSaved: server.lastSaved } }
  const states: Record<string, DraftState> = {
    reading: { phase: 'reading' },
    open: { phase: 'open' },
    restored,
    ended: { phase: 'ended' },
  }
  const events: Record<string, DraftEvent> = {
    'read none': { ...form, type: 'read' },
    'read the server’s': { ...form, type: 'read', server },
    'read a newer one here': { ...form, type: 'read', server, device },
    'read nothing new': {
      ...form,
      type: 'read',
      server,
      answers: { ...typed, name: 'Asha' },
      known: { ...empty, name: 'Asha' },
    },
    'saved elsewhere': { ...form, type: 'saved elsewhere', draft: server },
    'discarded elsewhere': { ...form, type: 'discarded elsewhere' },
    'submitted elsewhere': { ...form, type: 'submitted elsewhere' },
    emptied: { ...form, type: 'emptied' },
    undone: { ...form, type: 'undone', emptied: { ...empty, name: 'Asha' } },
    submitted: { ...form, type: 'submitted' },
  }

  // "fill Asha in Pune" names the name and the city that the form has afterwards.
  const person = ({ name, city }: { name: string; city: string }) => `${name || 'none'} in ${city || 'none'}`
  function short(effect: DraftEffect): string {
    if (effect.do === 'fill') return `fill ${person(effect.answers)}`
    if (effect.do === 'know') return `know ${person(effect.body.formData)}`
    if (effect.do === 'show') return `show ${effect.save.status}`
    return effect.do === 'tell' ? `tell ${effect.why}` : effect.do
  }

  const saved = ['fill Asha in Pune', 'know Asha in none', 'release', 'show saved']
  const discarded = ['fill none in Pune', 'know none in none', 'release', 'show idle']
  const submitted = ['end', 'delete stored', 'tell submitted', 'show idle']
  const emptied = ['delete stored', 'tell discarded', 'know none in none', 'fill none in none', 'show idle']
  const anyOpen = {
    'discarded elsewhere': ['open', ...discarded],
    'submitted elsewhere': ['ended', 'end', 'show idle'],
    emptied: ['emptied', ...emptied],
    undone: ['open', 'fill Asha in Pune'],
    submitted: ['ended', ...submitted],
  }
  /** The next state, with the notice if there is one, and the effects. */
  const table: Record<string, Record<string, string[]>> = {
    reading: {
      'read none': ['open', 'release'],
      'read the server’s': [
        'restored',
        'fill Asha in Pune',
        'delete stored',
        'know Asha in none',
        'show saved',
        'release',
      ],
      'read a newer one here': ['restored', 'fill Asha Rao in Pune', 'show failed', 'release'],
      'read nothing new': ['open', 'fill Asha in Pune', 'delete stored', 'know Asha in none', 'release'],
      'saved elsewhere': ['open', ...saved],
      'discarded elsewhere': ['open', ...discarded],
      'submitted elsewhere': ['ended', 'end', 'show idle'],
      submitted: ['ended', ...submitted],
    },
    open: { 'saved elsewhere': ['open', ...saved], ...anyOpen },
    restored: { 'saved elsewhere': ['restored', ...saved], ...anyOpen },
    ended: {},
  }

  const cases = Object.keys(states).flatMap((state) => Object.keys(events).map((event) => [state, event] as const))

  it.each(cases)('%s, %s', (name, event) => {
    const state = states[name] as DraftState
    const [after, effects] = next(state, events[event] as DraftEvent)
    const expected = table[name]?.[event]
    expect([after.notice?.kind ?? after.phase, ...effects.map(short)]).toEqual(expected ?? [name])
    if (!expected) expect(after).toBe(state)
  })
})
