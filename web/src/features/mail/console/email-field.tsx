import { Undo2 } from 'lucide-react'
import type { Node } from 'prosemirror-model'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TextFormat } from '@/ui/text-editor/documents'
import { LinkDialog } from '@/ui/text-editor/link-dialog'
import { newTextEditor, noFormat, type TextEditor } from '@/ui/text-editor/text-editor'
import { FormatTools, Tool } from '@/ui/text-editor/tools'
import { useEditorValue } from '@/ui/text-editor/use-editor-value'
import type { EmailTextDetail } from './api'
import {
  blocks,
  changeFrame,
  frameAround,
  insertButton,
  insertFrame,
  removeFrame,
  setBlock,
  toggleQuotation,
} from './commands'
import { ConditionDialog, type EditedCondition } from './condition-dialog'
import { bodyFormat, isAllowedLink, lineFormat, readCondition, writeCondition } from './documents'
import { labelOf } from './field-words'
import { placeholderViews } from './placeholder-views'

export type Fields = EmailTextDetail['fields']

type EmailFieldProps = {
  label: string
  hint?: string
  errors?: readonly string[]
  format: TextFormat
  value: string
  fields: Fields
  onType: (value: string) => void
}

/** Edits one part of an email. Fields are chips, and conditions are chips or frames. */
export function EmailField({ label, hint, errors = [], format, value, fields, onType }: EmailFieldProps) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [editor, setEditor] = useState<TextEditor>()
  const [shownFormat, setShownFormat] = useState(noFormat)
  const [isLinking, setLinking] = useState(false)
  const [condition, setCondition] = useState<EditedCondition & { pos?: number }>()
  const shown = useEditorValue(editor, value)
  const latest = useRef(onType)
  const id = useId()
  useLayoutEffect(() => {
    latest.current = onType
  })

  // The editor is created once; useEditorValue shows later values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value and the fields at the start are enough
  useEffect(() => {
    if (!element) return
    shown.created(value)
    const created = newTextEditor({
      element,
      format,
      value,
      label,
      nodeViews: placeholderViews(fields, (pos, frame) => setCondition(conditionOfFrame(pos, frame))),
      onChange(typed) {
        shown.typed(typed)
        latest.current(typed)
      },
      onFormat: setShownFormat,
      onLink: () => setLinking(true),
      onOpen(node) {
        const read = readCondition(node.attrs.source ?? '')
        if (read) setCondition({ kind: 'words', isNew: false, ...read })
        return !!read
      },
      onDone: undefined,
    })
    setEditor(created)
    return () => created.destroy()
  }, [element, format, label])

  function insert(what: string) {
    if (!editor) return
    if (what === 'button') {
      editor.run(insertButton('{{siteURL}}/'))
      setLinking(true)
    } else if (what === 'words' || what === 'paragraphs')
      setCondition({ kind: what, isNew: true, field: '', words: '', otherwise: undefined })
    else editor.insert('field', { source: `{{${what}}}` })
  }

  // The dialog is closed first, because the editor behind an open dialog cannot take the focus.
  function saveCondition({ kind, isNew, field, words, otherwise }: EditedCondition, pos: number | undefined) {
    flushSync(() => setCondition(undefined))
    if (kind === 'words') editor?.insert('condition', { source: writeCondition({ field, words, otherwise }) })
    else if (isNew) editor?.run(insertFrame(field))
    else if (pos !== undefined) editor?.run(changeFrame(pos, field, otherwise !== undefined))
  }

  function removeCondition({ kind, words }: EditedCondition, pos: number | undefined) {
    flushSync(() => setCondition(undefined))
    if (kind === 'paragraphs' && pos !== undefined) editor?.run(removeFrame(pos))
    if (kind !== 'words') return
    editor?.run((state, dispatch) => {
      dispatch?.(state.tr.replaceWith(state.selection.from, state.selection.to, inlineContent(format, words)))
      return true
    })
  }

  const isBody = format === bodyFormat
  const around = editor && isBody ? frameAround(editor.state().selection) : undefined
  const describedBy = [hint && `${id}-hint`, errors.length > 0 && `${id}-errors`].filter(Boolean).join(' ')
  useEffect(() => {
    if (describedBy) element?.setAttribute('aria-describedby', describedBy)
    else element?.removeAttribute('aria-describedby')
    element?.toggleAttribute('aria-invalid', errors.length > 0)
  }, [element, describedBy, errors.length])

  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {/* The text keeps its selection while a button of the toolbar is pressed. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the roles */}
      <div
        className={`flex flex-wrap items-center gap-1 ${isBody ? 'sticky top-0 z-10 bg-base-100 py-1' : ''}`}
        onMouseDown={(event) => (event.target as Element).closest('button') && event.preventDefault()}
      >
        {isBody && editor && (
          <select
            aria-label="Kind of paragraph"
            className="select w-36 py-1 text-sm"
            value={blocks[shownFormat.block] ? shownFormat.block : ''}
            onChange={({ target }) =>
              editor.run(target.value === 'quotation' ? toggleQuotation : setBlock(target.value))
            }
          >
            {!blocks[shownFormat.block] && <option value="">Button</option>}
            {Object.entries(blocks).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
            <option value="quotation">Quotation on or off</option>
          </select>
        )}
        {editor && format.isRich && (
          <FormatTools editor={editor} format={shownFormat} onLink={() => setLinking(true)} hasLists={isBody} />
        )}
        <select
          aria-label={`Insert into: ${label}`}
          className="select w-40 py-1 text-sm"
          value=""
          onChange={({ target }) => insert(target.value)}
        >
          <option value="">Insert…</option>
          <optgroup label="Values of this email">
            {insertable(fields, format).map(({ name }) => (
              <option key={name} value={name}>
                {labelOf(name)}
              </option>
            ))}
          </optgroup>
          <optgroup label="Parts">
            {isBody && <option value="button">Button</option>}
            <option value="words">Words only if…</option>
            {isBody && <option value="paragraphs">Paragraphs only if…</option>}
          </optgroup>
        </select>
        {editor && <Tool label={`Undo typing: ${label}`} icon={Undo2} onPress={editor.undo} />}
        {around && (
          <button
            type="button"
            className="btn btn-ghost px-3 text-sm"
            onClick={() => setCondition(conditionOfFrame(around.pos, around.frame))}
          >
            Change the condition
          </button>
        )}
      </div>
      <div
        ref={setElement}
        className={`text-editor boxed email-text border border-edge bg-base-100 px-3 py-2.5 ${isBody ? 'min-h-96' : ''}`}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-quiet text-sm">
          {hint}
        </p>
      )}
      {errors.length > 0 && (
        <ul id={`${id}-errors`} className="font-medium text-error text-sm">
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
      <LinkDialog
        open={isLinking}
        href={shownFormat.link?.replace(/^\{\{siteURL\}\}(?=\/)/, '')}
        hint="A page of this site (/membership-plans), another site (https://…), an email address or a phone number."
        choices={links(fields)}
        isAllowed={(href) => isAllowedLink(full(href))}
        onLink={(href) => {
          flushSync(() => setLinking(false))
          editor?.link(href && full(href))
        }}
        onClose={() => setLinking(false)}
      />
      {condition && (
        <ConditionDialog
          condition={condition}
          fields={fields}
          format={format === lineFormat ? lineFormat : undefined}
          onSave={(changed) => saveCondition(changed, condition.pos)}
          onRemove={() => removeCondition(condition, condition.pos)}
          onClose={() => setCondition(undefined)}
        />
      )}
    </fieldset>
  )
}

/** The nodes of words inside a paragraph, with the spaces at their ends. */
function inlineContent({ parse, schema, isRich }: TextFormat, words: string): Node[] {
  const doc = parse(words)
  if (!isRich) return [...doc.content.content]
  const text = (spaces: string | undefined) => (spaces ? [schema.text(spaces)] : [])
  const content = doc.firstChild?.isTextblock ? doc.firstChild.content.content : text(words.trim())
  return [...text(/^\s+/.exec(words)?.[0]), ...content, ...text(/\S(\s+)$/.exec(words)?.[1])]
}

function conditionOfFrame(pos: number, frame: Node): EditedCondition & { pos: number } {
  const otherwise = frame.childCount > 1 ? '' : undefined
  return { kind: 'paragraphs', isNew: false, field: frame.attrs.field, words: '', otherwise, pos }
}

/** A page of the site is stored with the site's address. */
function full(href: string): string {
  return /^\/(?!\/)/.test(href) ? `{{siteURL}}${href}` : href
}

/** The fields that a text can show. A secret link can only be the address of a link. */
function insertable(fields: Fields, format: TextFormat): Fields {
  return fields.filter(({ name, isLink, isSecret }) => {
    if (isSecret || (isLink && format === lineFormat)) return false
    return name !== 'facts' || format === bodyFormat
  })
}

function links(fields: Fields) {
  return fields
    .filter(({ name, isLink }) => isLink && name !== 'siteURL')
    .map(({ name }) => ({ href: `{{${name}}}`, label: labelOf(name) }))
}
