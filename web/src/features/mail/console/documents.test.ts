import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bodyFormat, inlineFormat, isAllowedLink, lineFormat, readCondition, writeCondition } from './documents'
import { conditionOf } from './field-words'
import { readableWording } from './readable'

type BuiltIn = { name: string; lines: string[]; body: string }

const hooks = join(process.cwd(), 'pb_hooks')

function builtIn(): BuiltIn[] {
  return readdirSync(hooks, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, source: readFileSync(join(hooks, name), 'utf8') }))
    .filter(({ source }) => /^---\n(source: .*\n)?subject: /.test(source))
    .map(({ name, source }) => {
      const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
      const texts = front.split('\n').filter((line) => !line.startsWith('source: '))
      const lines = texts.map((line) => line.slice(line.indexOf(': ') + 2))
      return { name, lines, body: body.trim() }
    })
}

// Conditions of lists, for which the general words are right.
const general = /^(discrepancy|library|sessions|consultations|waiting|newMembers|endings|eligibleOn)/

const texts = builtIn()

describe('every built-in email', () => {
  it('is found in each language', () => {
    const inLanguage = (end: string) => texts.filter(({ name }) => name.endsWith(end)).length
    expect(inLanguage('.hi.md')).toBeGreaterThan(100)
    expect(inLanguage('.mr.md')).toBe(inLanguage('.hi.md'))
  })

  it.each(texts)('$name is the same after editing', ({ lines, body }) => {
    expect(bodyFormat.serialize(bodyFormat.parse(body))).toBe(body)
    for (const line of lines) expect(lineFormat.serialize(lineFormat.parse(line))).toBe(line)
  })

  it.each(texts)('$name shows no braces', ({ lines, body }) => {
    for (const doc of [bodyFormat.parse(body), ...lines.map(lineFormat.parse)])
      doc.descendants(({ type, text, attrs }) => {
        expect(text ?? '').not.toMatch(/\{\{|\}\}/)
        expect(type.name).not.toBe('tag')
        const field = readCondition(attrs.source ?? '')?.field ?? (type.name === 'frame' && attrs.field)
        if (field && !general.test(field)) expect(conditionOf(field), field).not.toContain('not empty')
        for (const part of conditions(attrs.source)) expect(inlineFormat.serialize(inlineFormat.parse(part))).toBe(part)
      })
  })
})

/** The texts of a condition, and of the conditions in them. */
function conditions(source: unknown): string[] {
  const condition = typeof source === 'string' ? readCondition(source) : undefined
  if (!condition) return []
  expect(writeCondition(condition)).toBe(source)
  const parts = [condition.words, condition.otherwise ?? '']
  return parts.flatMap((part) => [
    part,
    ...(part.match(/\{\{if .*\{\{end\}\}/g) ?? []).flatMap((inner) => conditions(inner)),
  ])
}

describe('the text of an email', () => {
  it('keeps spaces at the ends of words that are shown only sometimes', () => {
    for (const words of [' Your plan is {{tier}}.', ', {{seats}} ', '**{{amount}}**', ' ', ''])
      expect(inlineFormat.serialize(inlineFormat.parse(words))).toBe(words)
  })

  it('keeps a condition that is not complete', () => {
    const body = 'Dear {{name}},{{if access}}\n\nUntil {{access}}.{{end}}'
    expect(bodyFormat.serialize(bodyFormat.parse(body))).toBe(body)
  })

  it('nests frames', () => {
    const body = '{{if a}}\n\nOne\n\n{{if b}}\n\n- Two\n\n{{else}}\n\n> Three\n\n{{end}}\n\n{{end}}\n\n---\n\nFour'
    const doc = bodyFormat.parse(body)
    expect(bodyFormat.serialize(doc)).toBe(body)
    expect(doc.firstChild?.type.name).toBe('frame')
  })

  it('links only to addresses that the server allows', () => {
    for (const href of ['{{resetLink}}', '{{siteURL}}/account', '{{siteURL}}/#register', 'https://a.in', 'tel:+91'])
      expect(isAllowedLink(href), href).toBe(true)
    for (const href of ['{{siteURL}}.evil.example', '{{siteURL}}@evil.example', 'javascript:alert(1)', '/account'])
      expect(isAllowedLink(href), href).toBe(false)
  })

  it('is shown without braces in the history', () => {
    const words = readableWording({
      subject: 'Welcome{{if name}}, {{name}}{{end}}',
      preview: '{{tier}}',
      body: '{{if seats}}\n\n[Invite people]({{siteURL}}/account "button")\n\n{{else}}\n\n**Hello**\n\n{{end}}',
      footnote: '',
    })
    expect(words).toBe(
      'Welcome[if the name is known: , ‹Name›]\n\n‹Plan›\n\n[only if seats for a team were bought]\n\n' +
        '[Button: Invite people]\n\n[otherwise, not if seats for a team were bought]\n\nHello',
    )
  })
})
