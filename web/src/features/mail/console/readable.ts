import type { Wording } from './api'
import { bodyFormat, lineFormat, readCondition } from './documents'
import { conditionOf, labelOf } from './field-words'

/** A placeholder as people read it: ‹Name›, or the texts of a condition. */
function readablePlaceholder(source: string): string {
  const condition = readCondition(source)
  if (!condition) return `‹${tagWords(source)}›`
  const { field, words, otherwise } = condition
  const end = otherwise ? ` / otherwise: ${readableLine(otherwise)}` : ''
  return `[if ${conditionOf(field)}: ${readableLine(words).trim()}${end}]`
}

/** A field, or a part of a condition that is not complete, as people read it. */
export function tagWords(source: string): string {
  const [, isCondition, name = ''] = /^\{\{(if )?([A-Za-z]+)\}\}$/.exec(source) ?? []
  if (isCondition) return `if ${conditionOf(name)}`
  if (name === 'else') return 'otherwise'
  return name === 'end' ? 'end of the condition' : labelOf(name)
}

/** A line of an email as people read it. */
export function readableLine(value: string): string {
  const doc = lineFormat.parse(value)
  return doc.textBetween(0, doc.content.size, '\n', ({ attrs }) => readablePlaceholder(attrs.source))
}

/** A whole email as people read it. */
export function readableWording({ subject, preview, body, footnote }: Wording): string {
  const lines: string[] = []
  bodyFormat.parse(body).descendants((node, _pos, parent) => {
    const { name } = node.type
    if (name === 'frame') lines.push(`[only if ${conditionOf(node.attrs.field)}]`)
    if (name === 'otherwise') lines.push(`[otherwise, not if ${conditionOf(parent?.attrs.field)}]`)
    if (!node.isTextblock) return true
    const words = node.textBetween(0, node.content.size, '\n', (leaf) =>
      leaf.attrs.source ? readablePlaceholder(leaf.attrs.source) : '\n',
    )
    lines.push(name === 'button' ? `[Button: ${words}]` : words)
    return false
  })
  return [readableLine(subject), readableLine(preview), ...lines, readableLine(footnote)].filter(Boolean).join('\n\n')
}
