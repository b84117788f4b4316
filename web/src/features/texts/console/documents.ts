import { MarkdownParser, MarkdownSerializer } from 'prosemirror-markdown'
import { Node, type NodeSpec, Schema } from 'prosemirror-model'
import {
  markRules,
  markSpecs,
  newMarkdown,
  nodeRules,
  nodeSpecs,
  type TextFormat,
  tokens,
} from '@/ui/text-editor/documents'

// A fact is a value that is stored once and shown in many texts, such as {site.name}.
const factPattern = /\{([a-z][a-zA-Z]*(?:\.[a-zA-Z]+)+)\}/

const fact: NodeSpec = {
  inline: true,
  group: 'inline',
  atom: true,
  attrs: { key: {} },
  leafText: (node) => `{${node.attrs.key}}`,
  toDOM: (node) => ['span', { 'data-fact': node.attrs.key }, `{${node.attrs.key}}`],
  parseDOM: [{ tag: 'span[data-fact]', getAttrs: (element) => ({ key: element.getAttribute('data-fact') }) }],
}

/** A text without formatting: words and facts. */
const plainSchema = new Schema({
  nodes: { doc: { content: 'inline*' }, text: { group: 'inline' }, fact },
})

/** A text with the formatting that the server accepts: bold, links and lists. */
const richSchema = new Schema({ nodes: { ...nodeSpecs, fact }, marks: markSpecs(isAllowedLink) })

/** Reports whether a text may link to an address: of the site, of another site, or of an email or phone. */
export function isAllowedLink(href: string): boolean {
  return /^(https:\/\/[^\s]+|mailto:[^\s]+|tel:[^\s]+|\/(?!\/)[^\s]*|#[\w-]+)$/i.test(href)
}

const markdown = newMarkdown(isAllowedLink).disable(['heading', 'lheading', 'blockquote', 'hr'])
markdown.inline.ruler.push('fact', (state, silent) => {
  const match = factPattern.exec(state.src.slice(state.pos, state.posMax))
  if (match?.index !== 0) return false
  if (!silent) state.push('fact', '', 0).content = match[1] ?? ''
  state.pos += match[0].length
  return true
})

const parser = new MarkdownParser(richSchema, markdown, {
  ...tokens,
  fact: { node: 'fact', getAttrs: (token) => ({ key: token.content }) },
})

const serializer = new MarkdownSerializer(
  {
    ...nodeRules,
    fact(state, node) {
      state.write(`{${node.attrs.key}}`)
    },
  },
  markRules,
)

function linkText(href: string) {
  return href.replace(/^(mailto|tel):/, '')
}

export type Kind = 'plain' | 'rich'

/** The formats of the texts of a page. */
export const formats: Readonly<Record<Kind, TextFormat>> = {
  plain: {
    schema: plainSchema,
    isRich: false,
    parse: (value) => parse('plain', value),
    serialize,
    linkText,
  },
  rich: { schema: richSchema, isRich: true, parse: (value) => parse('rich', value), serialize, linkText },
}

/** Parses the stored form of a text. */
export function parse(kind: Kind, value: string): Node {
  if (kind === 'rich') return parser.parse(value)
  const content = value.split(new RegExp(factPattern, 'g')).map((part, index) => {
    if (index % 2 === 1) return { type: 'fact', attrs: { key: part } }
    return part && { type: 'text', text: part }
  })
  return Node.fromJSON(plainSchema, { type: 'doc', content: content.filter(Boolean) })
}

/** Returns the stored form of a text. */
export function serialize(doc: Node): string {
  if (doc.type.schema === plainSchema) return doc.textBetween(0, doc.content.size)
  return serializer.serialize(doc, { tightLists: true }).trim()
}

/** Replaces the facts of a text by their values, for a preview. A fact without a value keeps its braces. */
export function fillFacts(value: string, values: Readonly<Record<string, string>>): string {
  return value.replace(new RegExp(factPattern, 'g'), (whole, key) => values[key] || whole)
}
