import { useLayoutEffect, useRef } from 'react'
import type { TextEditor } from './text-editor'

/** Updates an editor when its value changes from outside, for example by another admin's edit or by a restore. */
export function useEditorValue(editor: TextEditor | undefined, value: string) {
  // The text in the editor, and the value that was rendered last.
  const shown = useRef(value)
  const rendered = useRef(value)

  // A passive effect could run after the next key press and undo it.
  useLayoutEffect(() => {
    if (!editor || value === rendered.current) return
    rendered.current = value
    if (value === shown.current) return
    shown.current = value
    editor.set(value)
  }, [editor, value])

  return {
    /** Records the value with which an editor was created. */
    created(value: string) {
      shown.current = value
      rendered.current = value
    },
    /** Records the text that the editor shows now, so that the same value is not set again. */
    typed(text: string) {
      shown.current = text
    },
  }
}
