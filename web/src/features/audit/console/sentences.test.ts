import { describe, expect, it } from 'vitest'
import { actionName, sentenceOf } from './sentences'

describe('what an entry says', () => {
  it('names what it was about', () => {
    expect(sentenceOf({ action: 'tier.deleted', label: 'Founding Circle' })).toBe(
      'Deleted the membership tier Founding Circle',
    )
  })

  it('says so where there is no name', () => {
    expect(sentenceOf({ action: 'tier.deleted', label: '' })).toBe('Deleted the membership tier an unnamed record')
  })

  it('keeps a name as it is, whatever it holds', () => {
    expect(sentenceOf({ action: 'tier.deleted', label: '$& {name}' })).toContain('$& {name}')
  })

  it('spells out an action that it does not know', () => {
    expect(sentenceOf({ action: 'email.retried', label: 'Asha' })).toBe('Email retried: Asha')
    expect(actionName('email.retried')).toBe('Email retried: …')
  })
})
