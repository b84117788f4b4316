import { baseKeymap, chainCommands, createParagraphNear, exitCode, splitBlock, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, EditorState, Plugin, Selection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type Kind, parse, richSchema, serialize } from './documents'

/** What the toolbar shows of the text at the cursor. */
export type Format = {
  isBold: boolean
  link: string | undefined
  list: 'bullet' | 'ordered' | undefined
  isEmpty: boolean
}

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
  insertFact: (key: string) => void
  undo: () => void
  destroy: () => void
}

type Options = {
  /** The element whose content is edited. */
  element: HTMLElement
  kind: Kind
  value: string
  label: string
  /** The current values of the facts. */
  facts: Readonly<Record<string, string>>
  onChange: (value: string) => void
  onFormat: (format: Format) => void
  onLink: () => void
  /** Enter in a text of one line, and Escape. In a dialog, which closes on Escape, it is undefined. */
  onDone: (() => void) | undefined
}

const { link, strong } = richSchema.marks as Record<'link' | 'strong', MarkType>
const { bullet_list, ordered_list, list_item, hard_break } = richSchema.nodes as Record<
  'bullet_list' | 'ordered_list' | 'list_item' | 'hard_break',
  NodeType
>
// Of partly bold words, all become bold.
const toggleBold = toggleMark(strong, null, { removeWhenPresent: false })

/** Makes an element editable. */
export function newTextEditor(options: Options): TextEditor {
  const { element, kind, facts, onChange, onFormat, onLink, onDone } = options
  const isRich = kind === 'rich'
  let original = options.value
  // Markdown can write the same text in several ways. A text that was not edited keeps its own.
  let unedited = serialize(parse(kind, original))

  const done: Command = () => {
    onDone?.()
    return onDone !== undefined
  }
  // A text of one line has no line breaks.
  const endLine: Command = (...args) => done(...args) || true

  const stateOf = (value: string) =>
    EditorState.create({
      doc: parse(kind, value),
      plugins: [
        history(),
        keymap({
          Escape: done,
          'Mod-Enter': done,
          'Mod-z': undo,
          'Mod-y': redo,
          'Shift-Mod-z': redo,
          ...(isRich
            ? {
                'Mod-b': toggleBold,
                'Mod-k': () => {
                  onLink()
                  return true
                },
                Enter: chainCommands(splitListItem(list_item), createParagraphNear, splitBlock),
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
      nodeViews: { fact: (node) => ({ dom: factElement(node.attrs.key, facts), ignoreMutation: () => true }) },
      // The editor would prevent Escape from closing the dialog.
      handleDOMEvents: { keydown: (_view, event) => !onDone && event.key === 'Escape' },
      // A pasted line break would end a text of one line.
      transformPastedText: (text) => (isRich ? text : text.replace(/\s*\n\s*/g, ' ')),
      dispatchTransaction(transaction) {
        view.updateState(view.state.apply(transaction))
        onFormat(formatOf(view.state))
        if (transaction.docChanged) {
          const value = serialize(view.state.doc)
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
      unedited = serialize(parse(kind, value))
      view.updateState(stateOf(value))
      onFormat(formatOf(view.state))
    },
    focus(point) {
      const { doc, tr } = view.state
      const at = point && view.posAtCoords(point)
      view.dispatch(tr.setSelection(at ? Selection.near(doc.resolve(at.pos)) : Selection.atEnd(doc)))
      view.focus()
    },
    bold: () => run(toggleBold),
    list(wanted) {
      const now = formatOf(view.state).list
      const type = wanted === 'bullet' ? bullet_list : ordered_list
      if (now) run(liftListItem(list_item))
      if (now !== wanted) run(wrapInList(type))
    },
    link: (href) => run(setLink(href)),
    insertFact(key) {
      const type = view.state.schema.nodes.fact
      if (type)
        run((state, dispatch) => {
          dispatch?.(state.tr.replaceSelectionWith(type.create({ key })).scrollIntoView())
          return true
        })
    },
    undo: () => run(undo),
    destroy: () => view.destroy(),
  }
}

function factElement(key: string, facts: Readonly<Record<string, string>>): HTMLElement {
  const chip = document.createElement('span')
  chip.dataset.fact = key
  chip.textContent = facts[key] || `{${key}}`
  chip.title = `{${key}}`
  return chip
}

function formatOf({ doc, selection, schema }: EditorState): Format {
  if (schema !== richSchema) return { isBold: false, link: undefined, list: undefined, isEmpty: doc.content.size === 0 }
  const { $from, from, to, empty } = selection
  const marks = empty ? [...$from.marks()] : []
  if (!empty) doc.nodesBetween(from, to, (node) => void (node.isText && marks.push(...node.marks)))
  const listNode = Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth)).findLast(
    ({ type }) => type === bullet_list || type === ordered_list,
  )
  return {
    isBold: marks.some(({ type }) => type === strong),
    link: marks.find(({ type }) => type === link)?.attrs.href,
    list: listNode && (listNode.type === bullet_list ? 'bullet' : 'ordered'),
    isEmpty: doc.textContent === '' && doc.content.size <= 2,
  }
}

function setLink(href: string | undefined): Command {
  return (state, dispatch) => {
    const { empty, from, to } = linkRange(state)
    const { tr } = state
    if (href && empty) tr.insert(from, richSchema.text(href.replace(/^(mailto|tel):/, ''), [link.create({ href })]))
    else {
      tr.removeMark(from, to, link)
      if (href) tr.addMark(from, to, link.create({ href }))
    }
    dispatch?.(tr)
    return true
  }
}

/** The selection, or the whole link at the cursor. */
function linkRange({ selection, doc }: EditorState): { from: number; to: number; empty: boolean } {
  if (!selection.empty) return { from: selection.from, to: selection.to, empty: false }
  const { $from } = selection
  const mark = link.isInSet($from.marks())
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
