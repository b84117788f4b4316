import type MarkdownIt from 'markdown-it'
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs'
import { MarkdownParser, MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown'
import { Fragment, type Node, type NodeSpec, Schema } from 'prosemirror-model'
import {
  markRules,
  markSpecs,
  newMarkdown,
  nodeRules,
  nodeSpecs,
  type TextFormat,
  tokens,
} from '@/ui/text-editor/documents'
import { labelOf } from './field-words'

// The text of an email is Markdown with {{name}} for a field of the email, and {{if name}}…{{else}}…{{end}} for text
// that depends on a field. The editor shows fields and conditions inside a paragraph as chips; the texts of such a
// condition are edited in a dialog. It shows a condition around paragraphs as a frame, where its texts are edited.

const fieldPattern = /^\{\{([A-Za-z]+)\}\}/
const ifPattern = /^\{\{if ([A-Za-z]+)\}\}/
const tagPattern = /\{\{(?:if ([A-Za-z]+)|else|end)\}\}/g

/** A condition inside a paragraph: the field, and the texts with and without it. */
export type Condition = { field: string; words: string; otherwise: string | undefined }

/** Reads a condition. Returns undefined for anything else. */
export function readCondition(source: string): Condition | undefined {
  const field = ifPattern.exec(source)?.[1]
  const tags = field && tagsOf(source)
  if (!tags || tags.end !== source.length) return undefined
  const from = source.indexOf('}}') + 2
  const to = source.length - '{{end}}'.length
  if (tags.otherwise === undefined) return { field, words: source.slice(from, to), otherwise: undefined }
  return {
    field,
    words: source.slice(from, tags.otherwise),
    otherwise: source.slice(tags.otherwise + '{{else}}'.length, to),
  }
}

export function writeCondition({ field, words, otherwise }: Condition): string {
  return `{{if ${field}}}${words}${otherwise === undefined ? '' : `{{else}}${otherwise}`}{{end}}`
}

/** Where the condition at the start of a text has its {{else}}, and where it ends. */
function tagsOf(source: string): { otherwise: number | undefined; end: number } | undefined {
  let depth = 0
  let otherwise: number | undefined
  for (const { 0: tag, 1: field, index } of source.matchAll(tagPattern)) {
    if (field) depth++
    else if (tag === '{{end}}') depth--
    else if (depth === 1) otherwise ??= index
    if (depth === 0) return { otherwise, end: index + tag.length }
  }
  return undefined
}

/** The start of a text as a placeholder: a field, a condition, or a tag of a condition that is not complete. */
function placeholderAt(source: string): { node: 'field' | 'condition' | 'tag'; source: string } | undefined {
  if (!source.startsWith('{{')) return undefined
  const end = ifPattern.test(source) && tagsOf(source)?.end
  if (end) return { node: 'condition', source: source.slice(0, end) }
  const tag = /^\{\{(?:if [A-Za-z]+|else|end)\}\}/.exec(source)?.[0]
  if (tag) return { node: 'tag', source: tag }
  const field = fieldPattern.exec(source)?.[0]
  return field ? { node: 'field', source: field } : undefined
}

const placeholder = (name: string): NodeSpec => ({
  inline: true,
  group: 'inline',
  atom: true,
  attrs: { source: {} },
  leafText: (node) => node.attrs.source,
  toDOM: (node) => ['span', { [`data-${name}`]: node.attrs.source }, node.attrs.source],
  parseDOM: [{ tag: `span[data-${name}]`, getAttrs: (element) => ({ source: element.getAttribute(`data-${name}`) }) }],
})
const placeholders = { field: placeholder('field'), condition: placeholder('condition'), tag: placeholder('tag') }

const plainSchema = new Schema({
  nodes: { doc: { content: 'inline*' }, text: { group: 'inline' }, ...placeholders },
})

const blockNodes: Record<string, NodeSpec> = {
  heading: {
    attrs: { level: { default: 2 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    // The headings of the email are below those of the screen.
    parseDOM: [
      { tag: '[data-level]', getAttrs: (element) => ({ level: Number(element.dataset.level) }) },
      ...[1, 2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    ],
    toDOM: ({ attrs: { level } }) => [`h${level + 1}`, { 'data-level': level }, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  button: {
    attrs: { href: {} },
    content: 'inline*',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'p[data-href]', getAttrs: (element) => ({ href: element.getAttribute('data-href') }) }],
    toDOM: (node) => ['p', { 'data-href': node.attrs.href }, 0],
  },
  // A condition around paragraphs.
  frame: {
    attrs: { field: {} },
    content: 'main otherwise?',
    group: 'block',
    defining: true,
    isolating: true,
    parseDOM: [{ tag: 'section[data-frame]', getAttrs: (element) => ({ field: element.dataset.frame }) }],
    toDOM: (node) => ['section', { 'data-frame': node.attrs.field }, 0],
  },
  main: { content: 'block+', parseDOM: [{ tag: 'div[data-main]' }], toDOM: () => ['div', { 'data-main': '' }, 0] },
  otherwise: {
    content: 'block+',
    parseDOM: [{ tag: 'div[data-otherwise]' }],
    toDOM: () => ['div', { 'data-otherwise': '' }, 0],
  },
}

const marks = {
  ...markSpecs(isAllowedLink),
  strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: () => ['s', 0] as const },
}

/** The body of an email. */
export const bodySchema = new Schema({
  nodes: { ...nodeSpecs, list_item: { ...nodeSpecs.list_item, content: 'block+' }, ...blockNodes, ...placeholders },
  marks,
})

/** A text of a condition inside a paragraph. */
const inlineSchema = new Schema({
  nodes: { ...nodeSpecs, doc: { content: 'paragraph' }, ...placeholders },
  marks,
})

/** Reports whether an email may link to an address. The server checks it too. */
export function isAllowedLink(href: string): boolean {
  return /^(\{\{[A-Za-z]+\}\}([/?#]\S*)?|https:\/\/\S+|mailto:\S+|tel:\S+)$/.test(href)
}

function emailMarkdown(): MarkdownIt {
  const markdown = newMarkdown(isAllowedLink).enable('strikethrough')
  markdown.inline.ruler.push('placeholder', (state, silent) => {
    const found = placeholderAt(state.src.slice(state.pos, state.posMax))
    if (!found) return false
    if (!silent) state.push(found.node, '', 0).content = found.source
    state.pos += found.source.length
    return true
  })
  markdown.block.ruler.before('paragraph', 'frame', (state, start, end, silent) => {
    const { line, isAlone } = lines(state)
    const field = /^\{\{if ([A-Za-z]+)\}\}$/.exec(line(start))?.[1]
    if (!field || !isAlone(start)) return false
    let depth = 0
    let otherwise = 0
    for (let at = start; at < end; at++) {
      if (/^\{\{if [A-Za-z]+\}\}$/.test(line(at)) && isAlone(at)) depth++
      else if (line(at) === '{{else}}' && isAlone(at) && depth === 1) otherwise ||= at
      else if (line(at) === '{{end}}' && isAlone(at) && --depth === 0) {
        if (silent) return true
        const parts = otherwise
          ? ([
              ['main', start + 1, otherwise],
              ['otherwise', otherwise + 1, at],
            ] as const)
          : ([['main', start + 1, at]] as const)
        state.push('frame_open', '', 1).content = field
        for (const [name, from, to] of parts) {
          state.push(`${name}_open`, '', 1)
          state.md.block.tokenize(state, from, to)
          state.push(`${name}_close`, '', -1)
        }
        state.push('frame_close', '', -1)
        state.line = at + 1
        return true
      }
    }
    return false
  })
  // A link with the title "button" that is alone in its paragraph is a button.
  markdown.core.ruler.push('button', (state) => {
    state.tokens.forEach((token, at) => {
      const [open, close] = [state.tokens[at - 1], state.tokens[at + 1]]
      const inner = token.children ?? []
      const link = inner[0]
      const isButton =
        open?.type === 'paragraph_open' &&
        link?.type === 'link_open' &&
        link.attrGet('title') === 'button' &&
        inner.findIndex(({ type }) => type === 'link_close') === inner.length - 1
      if (!isButton || !close || !link) return
      open.type = 'button_open'
      open.attrSet('href', link.attrGet('href') ?? '')
      close.type = 'button_close'
      token.children = inner.slice(1, -1)
    })
  })
  return markdown
}

/** Reads the lines of a block. isAlone reports whether a line is a paragraph of its own, as the tags of a frame are. */
function lines(state: StateBlock) {
  const line = (at: number) =>
    at < 0 || at >= state.lineMax
      ? ''
      : state.src.slice((state.bMarks[at] ?? 0) + (state.tShift[at] ?? 0), state.eMarks[at]).trim()
  return { line, isAlone: (at: number) => line(at - 1) === '' && line(at + 1) === '' }
}

const emailTokens = {
  ...tokens,
  field: sourceOf('field'),
  condition: sourceOf('condition'),
  tag: sourceOf('tag'),
  s: { mark: 'strike' },
}

function sourceOf(node: string) {
  return { node, getAttrs: (token: { content: string }) => ({ source: token.content }) }
}

const bodyParser = new MarkdownParser(bodySchema, emailMarkdown(), {
  ...emailTokens,
  heading: { block: 'heading', getAttrs: (token) => ({ level: Math.min(Number(token.tag.slice(1)), 3) }) },
  blockquote: { block: 'blockquote' },
  hr: { node: 'horizontal_rule' },
  button: { block: 'button', getAttrs: (token) => ({ href: token.attrGet('href') }) },
  frame: { block: 'frame', getAttrs: (token) => ({ field: token.content }) },
  main: { block: 'main' },
  otherwise: { block: 'otherwise' },
})

const inlineParser = new MarkdownParser(
  inlineSchema,
  emailMarkdown().disable(['heading', 'lheading', 'blockquote', 'hr', 'list', 'frame']),
  emailTokens,
)

const write = (state: MarkdownSerializerState, { attrs: { source } }: Node) => state.text(source, false)

const rules = { ...nodeRules, field: write, condition: write, tag: write }
const emailMarks = { ...markRules, strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true } }

const bodySerializer = new MarkdownSerializer(
  {
    ...rules,
    heading(state, node) {
      state.write(`${'#'.repeat(node.attrs.level)} `)
      state.renderInline(node, false)
      state.closeBlock(node)
    },
    blockquote(state, node) {
      state.wrapBlock('> ', null, node, () => state.renderContent(node))
    },
    horizontal_rule(state, node) {
      state.write('---')
      state.closeBlock(node)
    },
    button(state, node) {
      state.write('[')
      state.renderInline(node, false)
      state.write(`](${node.attrs.href} "button")`)
      state.closeBlock(node)
    },
    frame(state, node) {
      const tag = (source: string) => {
        state.write(source)
        state.closeBlock(node)
      }
      tag(`{{if ${node.attrs.field}}}`)
      node.forEach((part, _offset, index) => {
        if (index > 0) tag('{{else}}')
        state.renderContent(part)
      })
      tag('{{end}}')
    },
    main: (state, node) => state.renderContent(node),
    otherwise: (state, node) => state.renderContent(node),
  },
  emailMarks,
)

const inlineSerializer = new MarkdownSerializer(rules, emailMarks)

function linkText(href: string): string {
  const field = fieldPattern.exec(href)?.[1]
  if (field && field !== 'siteURL') return labelOf(field)
  return href.replace(/^(mailto|tel):/, '')
}

/** The subject, the preview line and the small print: words, fields and conditions. */
export const lineFormat: TextFormat = {
  schema: plainSchema,
  isRich: false,
  parse(value) {
    const content = []
    for (let at = 0; at < value.length; ) {
      const found = placeholderAt(value.slice(at))
      const next = value.indexOf('{{', at + 1)
      const source = found?.source ?? value.slice(at, next < 0 ? undefined : next)
      content.push(found ? plainSchema.node(found.node, { source }) : plainSchema.text(source))
      at += source.length
    }
    return plainSchema.node('doc', null, Fragment.fromArray(content))
  },
  serialize: (doc) => doc.textBetween(0, doc.content.size),
  linkText,
}

/** A text of a condition inside a paragraph. Spaces at its ends matter. */
export const inlineFormat: TextFormat = {
  schema: inlineSchema,
  isRich: true,
  parse(value) {
    const [, start = '', text = '', end = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(value) ?? []
    const parsed = text ? inlineParser.parse(text) : inlineSchema.node('doc', null, [inlineSchema.node('paragraph')])
    const space = (words: string) => (words ? [inlineSchema.text(words)] : [])
    const content = Fragment.fromArray(space(start))
      .append(parsed.firstChild?.content ?? Fragment.empty)
      .append(Fragment.fromArray(space(end)))
    return inlineSchema.node('doc', null, [inlineSchema.node('paragraph', null, content)])
  },
  serialize(doc) {
    const text = doc.textContent
    const [start = '', end = ''] = [/^\s*/.exec(text)?.[0], /\S(\s*)$/.exec(text)?.[1]]
    return `${start}${inlineSerializer.serialize(doc).trim()}${end}`
  },
  linkText,
}

export const bodyFormat: TextFormat = {
  schema: bodySchema,
  isRich: true,
  parse: (value) => bodyParser.parse(value),
  serialize: (doc) => bodySerializer.serialize(doc, { tightLists: true }).trim(),
  linkText,
}

/** A new frame around blocks. */
export function newFrame(field: string, content: Fragment): Node {
  return bodySchema.node('frame', { field }, [bodySchema.node('main', null, content)])
}
