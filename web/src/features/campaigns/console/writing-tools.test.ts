import { describe, expect, it } from 'vitest'
import { insertBlock } from './writing-tools'

const heading = (selected: string) => `## ${selected || 'A heading'}`

describe('an inserted block', () => {
  it('is a separate paragraph at the cursor', () => {
    const { text, from, to } = insertBlock('Dear friend,\nwelcome.', 12, 12, heading)
    expect(text).toBe('Dear friend,\n\n## A heading\n\nwelcome.')
    expect(text.slice(from, to)).toBe('## A heading')
  })

  it('contains the selected text', () => {
    expect(insertBlock('One two three', 4, 7, heading).text).toBe('One\n\n## two\n\nthree')
  })

  it('comes first in an empty text', () => {
    expect(insertBlock('', 0, 0, heading)).toEqual({ text: '## A heading\n\n', from: 0, to: 12 })
  })
})
