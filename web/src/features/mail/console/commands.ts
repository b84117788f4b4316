import { lift, setBlockType, wrapIn } from 'prosemirror-commands'
import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model'
import { type Command, TextSelection } from 'prosemirror-state'
import { bodySchema, newFrame } from './documents'

const { paragraph, heading, blockquote, button, otherwise } = bodySchema.nodes

/** The types of paragraphs that the editor offers, by their names in Format.block. */
export const blocks: Readonly<Record<string, string>> = {
  paragraph: 'Paragraph',
  'heading 1': 'Title',
  'heading 2': 'Heading',
  'heading 3': 'Small heading',
}

/** Makes the selected paragraphs a type of `blocks`. */
export function setBlock(name: string): Command {
  const level = Number(name.split(' ')[1])
  if (level && heading) return setBlockType(heading, { level })
  return paragraph ? setBlockType(paragraph) : () => false
}

/** Makes the selected paragraphs a quotation, or ends it. */
export const toggleQuotation: Command = (state, dispatch) => {
  const { $from } = state.selection
  const isQuoted = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth).type).some(
    (type) => type === blockquote,
  )
  if (isQuoted) return lift(state, dispatch)
  return blockquote ? wrapIn(blockquote)(state, dispatch) : false
}

const holdsFrames = ({ type }: Node) => ['doc', 'main', 'otherwise'].includes(type.name)

/** The depth of the block at a position that is not inside a list or a quotation. */
function blockDepth($at: ResolvedPos): number {
  for (let depth = $at.depth; depth > 0; depth--) if (holdsFrames($at.node(depth - 1))) return depth
  return 1
}

/** Inserts a button after the paragraph at the cursor, with the cursor in it. */
export function insertButton(href: string): Command {
  return (state, dispatch) => {
    const { $to } = state.selection
    if (!button) return false
    const depth = blockDepth($to)
    const after = $to.after(depth)
    const isEmpty = $to.parent.content.size === 0 && depth === $to.depth
    const { tr } = state
    const node = button.create({ href }, bodySchema.text('Open'))
    const from = isEmpty ? $to.before(depth) : after
    tr.replaceWith(from, after, node)
    tr.setSelection(TextSelection.create(tr.doc, from + 1, from + 1 + node.content.size))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** Puts a frame around the selected paragraphs. */
export function insertFrame(field: string): Command {
  return (state, dispatch) => {
    const { $from, $to } = state.selection
    const range = $from.blockRange($to, holdsFrames)
    if (!range) return false
    const content = state.doc.slice(range.start, range.end).content
    const inner = Fragment.fromArray(content.content.filter((node) => node.isBlock))
    const { tr } = state
    tr.replaceWith(range.start, range.end, newFrame(field, inner))
    tr.setSelection(TextSelection.near(tr.doc.resolve(range.start + 2)))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** Changes the condition of the frame at a position. */
export function changeFrame(pos: number, field: string, hasOtherwise: boolean): Command {
  return (state, dispatch) => {
    const frame = state.doc.nodeAt(pos)
    if (frame?.type.name !== 'frame') return false
    const { tr } = state
    const second = frame.maybeChild(1)
    const end = pos + frame.nodeSize - 1
    if (hasOtherwise && !second && otherwise) tr.insert(end, otherwise.createAndFill() ?? Fragment.empty)
    if (!hasOtherwise && second) tr.delete(end - second.nodeSize, end)
    tr.setNodeMarkup(pos, undefined, { field })
    dispatch?.(tr)
    return true
  }
}

/** Removes the frame at a position and its text for other cases. The text for the condition stays. */
export function removeFrame(pos: number): Command {
  return (state, dispatch) => {
    const frame = state.doc.nodeAt(pos)
    if (frame?.type.name !== 'frame') return false
    const { tr } = state
    tr.replaceWith(pos, pos + frame.nodeSize, frame.firstChild?.content ?? Fragment.empty)
    dispatch?.(tr)
    return true
  }
}

/** The innermost frame around the cursor. */
export function frameAround({ $from }: { $from: ResolvedPos }): { pos: number; frame: Node } | undefined {
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === 'frame') return { pos: $from.before(depth), frame: $from.node(depth) }
  return undefined
}
