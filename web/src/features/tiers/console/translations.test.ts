import { describe, expect, it } from 'vitest'
import type { TierValues } from './tier-preview'
import { isSame, isStale, type Translation, textsOf, translationOf } from './translations'

const values = {
  name: ' Founding ',
  description: '',
  buttonText: 'Join',
  features: ['Sessions', 'The library'],
} as unknown as TierValues

const translated = (field: Translation['field'], source: string, text = 'अनुवाद'): Translation => ({
  language: 'hi',
  field,
  feature: '',
  source,
  text,
})

describe('the translations of a tier', () => {
  const [name, sessions, library, button] = textsOf(values)

  it('are of the texts that are not empty in English', () =>
    expect(textsOf(values).map(({ field, source }) => [field, source])).toEqual([
      ['name', 'Founding'],
      ['features', 'Sessions'],
      ['features', 'The library'],
      ['buttonText', 'Join'],
    ]))

  it('are out of date when the English text has changed', () => {
    const stored = [
      translated('name', 'Founders'),
      translated('features', 'Sessions'),
      { ...translated('features', 'Books'), feature: 'The library' },
      translated('buttonText', 'Join'),
    ]
    const states = [name, sessions, library, button].map((text) => {
      const found = text && translationOf(stored, 'hi', text)
      return text && [found?.text, isStale(found, text)]
    })
    expect(states).toEqual([
      ['अनुवाद', true],
      ['अनुवाद', false],
      ['अनुवाद', true],
      ['अनुवाद', false],
    ])
    expect(name && translationOf(stored, 'mr', name)).toBeUndefined()
  })

  it('replace each other if they are of the same text', () => {
    expect(isSame(translated('name', 'Old'), translated('name', 'New'))).toBe(true)
    expect(isSame(translated('features', 'Old'), translated('features', 'New'))).toBe(false)
    expect(isSame(translated('name', 'Join'), translated('buttonText', 'Join'))).toBe(false)
  })
})
