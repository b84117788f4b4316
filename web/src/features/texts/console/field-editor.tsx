import { useQuery } from '@tanstack/react-query'
import { History, RotateCcw, Undo2 } from 'lucide-react'
import type { NodeViewConstructor } from 'prosemirror-view'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Language } from '@/lib/texts'
import { type Entry, statusOf } from '@/ui/text-editor/autosave'
import { LinkDialog } from '@/ui/text-editor/link-dialog'
import { newTextEditor, noFormat, type Point, type TextEditor } from '@/ui/text-editor/text-editor'
import { FormatTools, Tool } from '@/ui/text-editor/tools'
import { useEditorValue } from '@/ui/text-editor/use-editor-value'
import { encode, factsQuery, type TextRow } from './api'
import { formats, isAllowedLink } from './documents'
import { HistoryDialog } from './history-dialog'

type FieldEditorProps = {
  row: TextRow
  lang: Language
  /** The element that becomes editable; null until it is on the page. */
  element: HTMLElement | null
  entry: Entry | undefined
  onType: (value: string) => void
  /** Undefined in a dialog, where Escape closes the dialog. */
  onDone?: () => void
  /** Whether the text is focused when it can be edited, and where. */
  autoFocus?: boolean | Point
  /** More buttons of the toolbar. */
  children?: ReactNode
}

/** Makes an element editable, and shows the toolbar of its text. */
export function FieldEditor({ row, lang, element, entry, onType, onDone, autoFocus, children }: FieldEditorProps) {
  const { data: facts } = useQuery(factsQuery)
  const [editor, setEditor] = useState<TextEditor>()
  const [format, setFormat] = useState(noFormat)
  const [dialog, setDialog] = useState<'link' | 'history'>()
  const value = entry?.value ?? encode(row.draft ?? row.published)
  const shown = useEditorValue(editor, value)
  const latest = useRef({ onType, onDone })
  useLayoutEffect(() => {
    latest.current = { onType, onDone }
  })

  // The editor is created once for an element; useEditorValue shows later values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value at the start is enough
  useEffect(() => {
    if (!element || !facts) return
    shown.created(value)
    const created = newTextEditor({
      element,
      format: formats[row.kind === 'rich' ? 'rich' : 'plain'],
      value,
      label: row.label,
      nodeViews: { fact: factView(Object.fromEntries(facts.map((fact) => [fact.name, fact.value]))) },
      onChange(typed) {
        shown.typed(typed)
        latest.current.onType(typed)
      },
      onFormat: setFormat,
      onLink: () => setDialog('link'),
      onDone: onDone && (() => latest.current.onDone?.()),
    })
    setEditor(created)
    if (autoFocus) created.focus(autoFocus === true ? undefined : autoFocus)
    return () => created.destroy()
  }, [element, facts, row.key, row.kind, row.label])

  function replace(next: string) {
    editor?.set(next)
    shown.typed(next)
    onType(next)
  }

  return (
    // The text keeps its selection while a button of the toolbar is pressed.
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the roles
    <div
      className="flex flex-wrap items-center gap-1"
      onMouseDown={(event) => (event.target as Element).closest('button') && event.preventDefault()}
    >
      {row.kind === 'rich' && editor && (
        <FormatTools editor={editor} format={format} onLink={() => setDialog('link')} />
      )}
      {editor && facts && (
        <select
          aria-label="Insert a fact"
          className="select w-36 py-1 text-sm"
          value=""
          onChange={(event) => editor.insert('fact', { key: event.target.value })}
        >
          <option value="">Insert a fact…</option>
          {facts.map((fact) => (
            <option key={fact.name} value={fact.name}>
              {fact.label}: {fact.value || 'no value now'}
            </option>
          ))}
        </select>
      )}
      {editor && <Tool label="Undo typing" icon={Undo2} onPress={editor.undo} />}
      <Tool label="History" icon={History} onPress={() => setDialog('history')} />
      <Tool
        label="Original text"
        icon={RotateCcw}
        isOff={value === encode(row.builtIn)}
        onPress={() => replace(encode(row.builtIn))}
      />
      {children}
      {entry && statusOf(entry) === 'failed' && (
        <p role="alert" className="basis-full text-error text-sm">
          {entry.problem?.message}
        </p>
      )}
      <LinkDialog
        open={dialog === 'link'}
        href={format.link}
        hint="A page of this site (/membership-plans), another site (https://…), an email address or a phone number."
        isAllowed={isAllowedLink}
        onLink={(href) => {
          // The dialog is closed first, because the editor behind an open dialog cannot take the focus.
          flushSync(() => setDialog(undefined))
          editor?.link(href)
        }}
        onClose={() => setDialog(undefined)}
      />
      {dialog === 'history' && (
        <HistoryDialog
          row={row}
          lang={lang}
          now={value}
          onRestore={(earlier) => {
            setDialog(undefined)
            replace(earlier)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

/** The current value of a fact, in place of its name. */
function factView(facts: Readonly<Record<string, string>>): NodeViewConstructor {
  return ({ attrs: { key } }) => {
    const dom = document.createElement('span')
    dom.dataset.fact = key
    dom.textContent = facts[key] || `{${key}}`
    dom.title = `{${key}}`
    return { dom, ignoreMutation: () => true }
  }
}
