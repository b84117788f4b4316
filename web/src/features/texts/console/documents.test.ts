import { describe, expect, it } from 'vitest'
import { fillFacts, isAllowedLink, parse, serialize } from './documents'

describe('the stored form of a text', () => {
  it.each([
    'A paragraph with **bold words** and [a link](/membership-plans).',
    'Two paragraphs.\n\nOf {site.name}, with {members.goal} women.',
    'A list:\n\n- first\n- **second**\n- [third](https://example.com/a_b)',
    '1. one\n2. two',
    '[Write to us](mailto:{contact.email}), [**in bold**](tel:+911234)',
    'A line\\\nand *another*',
    '',
  ])('is the same after editing: %j', (value) => {
    expect(serialize(parse('rich', value))).toBe(value)
  })

  it('keeps plain words as they are, with their facts', () => {
    for (const value of ['', '{site.name}', 'One *circle*, 1. [x] {members.count} of {members.goal}!', '{not a fact}'])
      expect(serialize(parse('plain', value))).toBe(value)
    expect(parse('plain', 'Of {site.name}').child(1).attrs).toEqual({ key: 'site.name' })
  })

  it('drops what is not offered, and keeps its words', () => {
    const doc = parse('rich', '# Not a heading\n\n<script>alert(1)</script> `code` ![x](y.png)')
    const kinds = new Set<string>()
    doc.descendants((node) => void kinds.add(node.type.name))
    expect([...kinds]).toEqual(['paragraph', 'text'])
    expect(doc.textContent).toContain('<script>alert(1)</script> `code`')
  })

  it('links only to safe addresses', () => {
    for (const href of ['https://example.com', '/auth', '#faq', 'mailto:a@b.in', 'tel:+91'])
      expect(isAllowedLink(href), href).toBe(true)
    for (const href of ['javascript:alert(1)', 'http://example.com', '//example.com', 'data:text/html,x', 'auth', ''])
      expect(isAllowedLink(href), href).toBe(false)
    expect(parse('rich', '[x](javascript:alert(1))').firstChild?.firstChild?.marks).toEqual([])
  })

  it('shows the values of facts', () => {
    expect(fillFacts('{a.b} and {c.d}', { 'a.b': 'one' })).toBe('one and {c.d}')
  })
})
