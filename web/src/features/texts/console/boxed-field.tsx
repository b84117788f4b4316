import { useState } from 'react'
import type { Language } from '@/lib/texts'
import type { Entry } from '@/ui/text-editor/autosave'
import type { TextRow } from './api'
import { FieldEditor } from './field-editor'
import { PictureField } from './picture-field'
import { ScreenField } from './screen-field'
import { SwitchField } from './switch-field'

export type BoxedFieldProps = {
  row: TextRow
  /** The name of the text in its place. */
  label: string
  lang: Language
  entry: Entry | undefined
  autoFocus?: boolean
  onType: (value: string) => void
}

/** Edits a text in a box, for texts that are not visible on the page, or are inside a button. */
export function BoxedField(props: BoxedFieldProps) {
  if (props.row.kind === 'screen') return <ScreenField {...props} />
  if (props.row.kind === 'switch') return <SwitchField {...props} />
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">{props.label}</p>
      {props.row.kind === 'image' ? <PictureField {...props} /> : <Box {...props} />}
    </div>
  )
}

function Box({ row, lang, entry, autoFocus, onType }: BoxedFieldProps) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  return (
    <div className="flex flex-col gap-1">
      <div ref={setElement} className="text-editor boxed rich border border-edge bg-base-100 px-3 py-2.5" />
      <FieldEditor row={row} lang={lang} element={element} entry={entry} autoFocus={autoFocus} onType={onType} />
    </div>
  )
}
