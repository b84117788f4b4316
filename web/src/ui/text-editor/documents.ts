import MarkdownIt from 'markdown-it'
import type { MarkdownSerializer } from 'prosemirror-markdown'
import type { Mark, MarkSpec, Node, NodeSpec, Schema } from 'prosemirror-model'

/** How a text is stored and what it may contain. */
export type TextFormat = {
  schema: Schema
  /** Whether a text can have several paragraphs. */
  isRich: boolean
  parse: (value: string) => Node
  serialize: (doc: Node) => string
  /** The words of a link that is inserted where no words are selected. */
  linkText: (href: string) => string
}

type Rules = ConstructorParameters<typeof MarkdownSerializer>
type Tokens = { block?: string; node?: string; mark?: string; getAttrs?: (token: Token) => Record<string, unknown> }
type Token = { content: string; tag: string; attrGet: (name: string) => string | null }

/** Paragraphs, lists and line breaks, for the schema of a text. */
export const nodeSpecs = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  bullet_list: { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  ordered_list: { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
  list_item: { content: 'paragraph+', parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  text: { group: 'inline' },
  hard_break: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
} satisfies Record<string, NodeSpec>

/** Links, bold and italics. Italics are not offered, but stay where a text has them. */
export function markSpecs(isAllowedLink: (href: string) => boolean): Record<'link' | 'em' | 'strong', MarkSpec> {
  return {
    link: {
      attrs: { href: {}, title: { default: null } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = element.getAttribute('href') ?? ''
            return isAllowedLink(href) && { href }
          },
        },
      ],
      toDOM: ({ attrs: { href } }) => ['a', { href }, 0],
    },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    strong: {
      parseDOM: [{ tag: 'strong' }, { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null }],
      toDOM: () => ['strong', 0],
    },
  }
}

/** A Markdown parser without HTML, pictures and code. */
export function newMarkdown(isAllowedLink: (href: string) => boolean): MarkdownIt {
  const markdown = MarkdownIt('commonmark', { html: false }).disable([
    'code',
    'fence',
    'reference',
    'image',
    'backticks',
    'autolink',
  ])
  // The default would encode the braces of placeholders. The server checks the addresses.
  markdown.normalizeLink = (href) => href
  markdown.validateLink = isAllowedLink
  return markdown
}

/** The Markdown tokens of nodeSpecs and markSpecs. */
export const tokens = {
  paragraph: { block: 'paragraph' },
  bullet_list: { block: 'bullet_list' },
  ordered_list: { block: 'ordered_list' },
  list_item: { block: 'list_item' },
  hardbreak: { node: 'hard_break' },
  strong: { mark: 'strong' },
  em: { mark: 'em' },
  link: { mark: 'link', getAttrs: (token) => ({ href: token.attrGet('href'), title: token.attrGet('title') || null }) },
} satisfies Record<string, Tokens>

/** Writes nodeSpecs as Markdown. */
export const nodeRules = {
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
} satisfies Rules[0]

/** Writes markSpecs as Markdown. */
export const markRules = {
  em: { open: '*', close: '*', mixable: true, expelEnclosingWhitespace: true },
  strong: { open: '**', close: '**', mixable: true, expelEnclosingWhitespace: true },
  link: {
    open: '[',
    close: (_state, { attrs: { href, title } }: Mark) => (title ? `](${href} "${title}")` : `](${href})`),
  },
} satisfies Rules[1]
