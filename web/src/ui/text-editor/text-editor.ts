import { baseKeymap, chainCommands, createParagraphNear, exitCode, splitBlock, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node, Schema } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, EditorState, NodeSelection, Plugin, Selection } from 'prosemirror-state'
import { EditorView, type NodeViewConstructor } from 'prosemirror-view'
import type { TextFormat } from './documents'
import './text-editor.css'

/** What the toolbar shows of the text at the cursor. */
export type Format = {
  isBold: boolean
  link: string | undefined
  list: 'bullet' | 'ordered' | undefined
  /** The name of the paragraph's type, followed by its level if it is a heading: paragraph, heading 2. */
  block: string
  isEmpty: boolean
}

/** The format before the editor is created. */
export const noFormat: Format = { isBold: false, link: undefined, list: undefined, block: '', isEmpty: true }

/** A point of the window, in CSS pixels. */
export type Point = { left: number; top: number }

export type TextEditor = {
  /** Replaces the text, for example after a conflict. */
  set: (value: string) => void
  /** Puts the cursor at a point of the window, or at the end of the text. */
  focus: (point?: Point) => void
  bold: () => void
  list: (kind: 'bullet' | 'ordered') => void
  /** Links the selected words, or changes or removes the link at the cursor. */
  link: (href: string | undefined) => void
  /** Inserts an inline node in place of the selection. */
  insert: (type: string, attrs: Record<string, unknown>) => void
  run: (command: Command) => void
  state: () => EditorState
  undo: () => void
  destroy: () => void
}

type Options = {
  /** The element whose content is edited. */
  element: HTMLElement
  format: TextFormat
  value: string
  label: string
  /** How placeholders look, by the name of their node. */
  nodeViews: Record<string, NodeViewConstructor>
  onChange: (value: string) => void
  onFormat: (format: Format) => void
  onLink: () => void
  /** A press on a placeholder, or Enter when it is selected. Returns whether anything was opened. */
  onOpen?: (node: Node) => boolean
  /** Enter in a text of one line, and Escape. In a dialog, which closes on Escape, it is undefined. */
  onDone: (() => void) | undefined
}

/** Makes an element editable. */
export function newTextEditor(options: Options): TextEditor {
  const { element, format, nodeViews, onChange, onFormat, onLink, onOpen, onDone } = options
  const { isRich, schema } = format
  const { bullet_list, ordered_list, list_item, hard_break } = schema.nodes
  let original = options.value
  // Markdown can write the same text in several ways. A text that was not edited keeps its own.
  let unedited = format.serialize(format.parse(original))

  const done: Command = () => {
    onDone?.()
    return onDone !== undefined
  }
  const openSelected: Command = ({ selection }) => selection instanceof NodeSelection && !!onOpen?.(selection.node)
  // A text of one line has no line breaks.
  const endLine: Command = (...args) => openSelected(...args) || done(...args) || true

  const stateOf = (value: string) =>
    EditorState.create({
      doc: format.parse(value),
      plugins: [
        history(),
        keymap({
          Escape: done,
          'Mod-Enter': done,
          'Mod-z': undo,
          'Mod-y': redo,
          'Shift-Mod-z': redo,
          ...(isRich && list_item && hard_break
            ? {
                'Mod-b': toggleBold(schema),
                'Mod-k': () => {
                  onLink()
                  return true
                },
                Enter: chainCommands(openSelected, splitListItem(list_item), createParagraphNear, splitBlock),
                'Shift-Enter': chainCommands(exitCode, (state, dispatch) => {
                  dispatch?.(state.tr.replaceSelectionWith(hard_break.create()).scrollIntoView())
                  return true
                }),
              }
            : { Enter: endLine, 'Shift-Enter': endLine }),
        }),
        keymap(baseKeymap),
        spaceInsideControls,
      ],
    })

  const view = new EditorView(
    { mount: element },
    {
      state: stateOf(original),
      attributes: {
        role: 'textbox',
        'aria-multiline': String(isRich),
        'aria-label': options.label,
        spellcheck: 'true',
      },
      nodeViews,
      handleClickOn(view, _pos, node, at, _event, isDirect) {
        if (!isDirect || !onOpen?.(node)) return false
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
        return true
      },
      // The editor would prevent Escape from closing the dialog.
      handleDOMEvents: { keydown: (_view, event) => !onDone && event.key === 'Escape' },
      // A pasted line break would end a text of one line.
      transformPastedText: (text) => (isRich ? text : text.replace(/\s*\n\s*/g, ' ')),
      dispatchTransaction(transaction) {
        view.updateState(view.state.apply(transaction))
        onFormat(formatOf(view.state))
        if (transaction.docChanged) {
          const value = format.serialize(view.state.doc)
          onChange(value === unedited ? original : value)
        }
      },
    },
  )
  onFormat(formatOf(view.state))

  const run = (command: Command) => {
    command(view.state, view.dispatch)
    view.focus()
  }

  return {
    set(value) {
      original = value
      unedited = format.serialize(format.parse(value))
      view.updateState(stateOf(value))
      onFormat(formatOf(view.state))
    },
    focus(point) {
      const { doc, tr } = view.state
      const at = point && view.posAtCoords(point)
      view.dispatch(tr.setSelection(at ? Selection.near(doc.resolve(at.pos)) : Selection.atEnd(doc)))
      view.focus()
    },
    bold: () => run(toggleBold(schema)),
    list(wanted) {
      const now = formatOf(view.state).list
      const type = wanted === 'bullet' ? bullet_list : ordered_list
      if (now && list_item) run(liftListItem(list_item))
      if (now !== wanted && type) run(wrapInList(type))
    },
    link: (href) => run(setLink(href, format)),
    insert(name, attrs) {
      const type = schema.nodes[name]
      if (type)
        run((state, dispatch) => {
          dispatch?.(state.tr.replaceSelectionWith(type.create(attrs)).scrollIntoView())
          return true
        })
    },
    run,
    state: () => view.state,
    undo: () => run(undo),
    destroy: () => view.destroy(),
  }
}

// Of partly bold words, all become bold.
function toggleBold({ marks: { strong } }: Schema): Command {
  return strong ? toggleMark(strong, null, { removeWhenPresent: false }) : () => false
}

function formatOf({ doc, selection }: EditorState): Format {
  const { $from, from, to, empty } = selection
  const marks = empty ? [...$from.marks()] : []
  if (!empty) doc.nodesBetween(from, to, (node) => void (node.isText && marks.push(...node.marks)))
  const around = Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth))
  const list = around.findLast(({ type: { name } }) => name.endsWith('_list'))?.type.name
  const { type, attrs } = $from.parent
  return {
    isBold: marks.some(({ type }) => type.name === 'strong'),
    link: attrs.href ?? marks.find(({ type }) => type.name === 'link')?.attrs.href,
    list: list === 'bullet_list' ? 'bullet' : list ? 'ordered' : undefined,
    block: attrs.level ? `${type.name} ${attrs.level}` : type.name,
    isEmpty: doc.textContent === '' && doc.content.size <= 2,
  }
}

function setLink(href: string | undefined, { schema, linkText }: TextFormat): Command {
  return (state, dispatch) => {
    const { link } = schema.marks
    if (!link) return false
    const { tr } = state
    const { $from } = state.selection
    const { empty, from, to } = linkRange(state)
    // A button has its address itself. Without one, it becomes a paragraph.
    if ($from.parent.attrs.href !== undefined)
      tr.setNodeMarkup($from.before(), href ? undefined : schema.nodes.paragraph, href ? { href } : null)
    else if (href && empty) tr.insert(from, schema.text(linkText(href), [link.create({ href })]))
    else {
      tr.removeMark(from, to, link)
      if (href) tr.addMark(from, to, link.create({ href }))
    }
    dispatch?.(tr)
    return true
  }
}

/** The selection, or the whole link at the cursor. */
function linkRange({ selection, doc, schema }: EditorState): { from: number; to: number; empty: boolean } {
  if (!selection.empty) return { from: selection.from, to: selection.to, empty: false }
  const { $from } = selection
  const mark = schema.marks.link?.isInSet($from.marks())
  if (!mark) return { from: $from.pos, to: $from.pos, empty: true }
  const start = $from.start()
  let [from, to] = [$from.pos, $from.pos]
  doc.nodesBetween(start, $from.end(), (node, pos) => {
    if (!node.isInline || !mark.isInSet(node.marks)) return
    const end = pos + node.nodeSize
    if (pos <= to && end >= from) [from, to] = [Math.min(from, pos), Math.max(to, end)]
  })
  return { from, to, empty: false }
}

// The browser treats a space inside a summary or a button as a press.
const spaceInsideControls = new Plugin({
  props: {
    handleKeyDown(view, event) {
      if (event.key !== ' ' || !view.dom.closest('summary, button')) return false
      event.preventDefault()
      view.dispatch(view.state.tr.insertText(' ').scrollIntoView())
      return true
    },
    handleDOMEvents: {
      keyup(view, event) {
        if (event.key === ' ' && view.dom.closest('summary, button')) event.preventDefault()
        return false
      },
    },
  },
})
