import { describe, expect, it } from 'vitest'
import { actionName, sentenceOf } from './sentences'

describe('the sentence of an audit entry', () => {
  it('names the record', () => {
    expect(sentenceOf({ action: 'tier.deleted', label: 'Founding Circle' })).toBe(
      'Deleted the membership tier Founding Circle',
    )
  })

  it('says that the record has no name', () => {
    expect(sentenceOf({ action: 'tier.deleted', label: '' })).toBe('Deleted the membership tier an unnamed record')
  })

  it('keeps special characters in a name', () => {
    expect(sentenceOf({ action: 'tier.deleted', label: '$& {name}' })).toContain('$& {name}')
  })

  it('spells out an unknown action', () => {
    expect(sentenceOf({ action: 'email.retried', label: 'Asha' })).toBe('Email retried: Asha')
    expect(actionName('email.retried')).toBe('Email retried: …')
  })
})
