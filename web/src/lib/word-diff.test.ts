import { describe, expect, it } from 'vitest'
import { type Part, wordDiff } from './word-diff'

const read = (parts: Part[]) =>
  parts.map(({ kind, text }) => `${{ same: '', removed: '-', added: '+' }[kind]}[${text}]`).join('')
const sides = (parts: Part[]) => ({
  before: parts
    .filter(({ kind }) => kind !== 'added')
    .map(({ text }) => text)
    .join(''),
  after: parts
    .filter(({ kind }) => kind !== 'removed')
    .map(({ text }) => text)
    .join(''),
})

describe('the difference of two texts', () => {
  it('marks removed and added words', () => {
    expect(read(wordDiff('One circle for women', 'One circle, always, for women'))).toBe(
      '[One]-[ circle]+[ circle, always,][ for women]',
    )
    expect(read(wordDiff('', 'new'))).toBe('+[new]')
    expect(read(wordDiff('gone', ''))).toBe('-[gone]')
    expect(read(wordDiff('same\n\ntext', 'same\n\ntext'))).toBe('[same\n\ntext]')
    expect(wordDiff('', '')).toEqual([])
  })

  it('keeps both texts in full', () => {
    for (const [before, after] of [
      ['a b c d e', 'b x d y'],
      ['  leading', 'trailing  '],
      ['line one\nline two\n', 'line two\n\nline three'],
    ] as const)
      expect(sides(wordDiff(before, after))).toEqual({ before, after })
  })

  it('returns long texts in full if they have no word in common', () => {
    const words = (word: string) => Array.from({ length: 6000 }, (_, index) => word + index).join(' ')
    const parts = wordDiff(words('a'), words('b'))
    expect(sides(parts)).toEqual({ before: words('a'), after: words('b') })
  })
})
