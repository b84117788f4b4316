import MarkdownIt from 'markdown-it'
import { MarkdownParser, MarkdownSerializer } from 'prosemirror-markdown'
import { type Mark, Node, type NodeSpec, Schema } from 'prosemirror-model'

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
export const richSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    bullet_list: { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
    ordered_list: { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
    list_item: { content: 'paragraph+', parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
    fact,
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: (element) => hrefAttribute(element.getAttribute('href') ?? '') }],
      toDOM: (mark) => ['a', { href: mark.attrs.href }, 0],
    },
    // Not offered, but kept where a text has it.
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    strong: {
      parseDOM: [{ tag: 'strong' }, { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null }],
      toDOM: () => ['strong', 0],
    },
  },
})

function hrefAttribute(href: string) {
  return isAllowedLink(href) ? { href } : false
}

/** Reports whether a text may link to an address: of the site, of another site, or of an email or phone. */
export function isAllowedLink(href: string): boolean {
  return /^(https:\/\/[^\s]+|mailto:[^\s]+|tel:[^\s]+|\/(?!\/)[^\s]*|#[\w-]+)$/i.test(href)
}

const markdown = MarkdownIt('commonmark', { html: false }).disable([
  'heading',
  'lheading',
  'code',
  'fence',
  'blockquote',
  'hr',
  'reference',
  'image',
  'backticks',
  'autolink',
])
// The default would encode the braces of facts. The server checks the addresses.
markdown.normalizeLink = (href) => href
markdown.validateLink = isAllowedLink
markdown.inline.ruler.push('fact', (state, silent) => {
  const match = factPattern.exec(state.src.slice(state.pos, state.posMax))
  if (match?.index !== 0) return false
  if (!silent) state.push('fact', '', 0).content = match[1] ?? ''
  state.pos += match[0].length
  return true
})

const parser = new MarkdownParser(richSchema, markdown, {
  paragraph: { block: 'paragraph' },
  bullet_list: { block: 'bullet_list' },
  ordered_list: { block: 'ordered_list' },
  list_item: { block: 'list_item' },
  hardbreak: { node: 'hard_break' },
  fact: { node: 'fact', getAttrs: (token) => ({ key: token.content }) },
  strong: { mark: 'strong' },
  em: { mark: 'em' },
  link: { mark: 'link', getAttrs: (token) => ({ href: token.attrGet('href') }) },
})

const serializer = new MarkdownSerializer(
  {
    paragraph(state, node) {
      state.renderInline(node)
      state.closeBlock(node)
    },
    bullet_list(state, node) {
      state.renderList(node, '  ', () => '- ')
    },
    ordered_list(state, node) {
      state.renderList(node, '   ', (index) => `${index + 1}. `)
    },
    list_item(state, node) {
      state.renderContent(node)
    },
    text(state, node) {
      state.text(node.text ?? '')
    },
    hard_break(state) {
      state.write('\\\n')
    },
    fact(state, node) {
      state.write(`{${node.attrs.key}}`)
    },
  },
  {
    em: { open: '*', close: '*', mixable: true, expelEnclosingWhitespace: true },
    strong: { open: '**', close: '**', mixable: true, expelEnclosingWhitespace: true },
    link: { open: '[', close: (_state, mark: Mark) => `](${mark.attrs.href})` },
  },
)

export type Kind = 'plain' | 'rich'

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
