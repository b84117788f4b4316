import { Keyboard } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

export type Shortcut = {
  /** Keys as in KeyboardEvent.key: "j", "ArrowRight". */
  keys: readonly string[]
  label: string
  /** Returns false if the key does nothing here, so that it keeps its default action. */
  run: () => unknown
}

const storageKey = 'console-keys'
const shown: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }

/**
 * Single-key shortcuts for frequent actions, and the dialog that lists them. They are inactive while the user types or
 * a dialog is open. Users of speech input can turn them off; the dialog's button then remains.
 */
export function Shortcuts({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  const [isOpen, setOpen] = useState(false)
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== 'off')
  const current = useRef(shortcuts)
  useLayoutEffect(() => {
    current.current = shortcuts
  })

  useEffect(() => {
    if (!isOn) return
    function onKey(event: KeyboardEvent) {
      if (isForSomethingElse(event)) return
      if (event.key === '?') {
        event.preventDefault()
        setOpen(true)
        return
      }
      if (event.shiftKey) return
      const found = current.current.find(({ keys }) => keys.includes(event.key))
      if (found && found.run() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])

  function turn(on: boolean) {
    setOn(on)
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  }

  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)} aria-keyshortcuts={isOn ? '?' : undefined}>
        <Keyboard className="size-5" strokeWidth={1.75} aria-hidden="true" />
        Keys
      </Button>
      <Dialog open={isOpen} title={title} onClose={() => setOpen(false)}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] border-base-300 border-t [&>*>*]:border-base-300 [&>*>*]:border-b [&>*>*]:py-2">
          {[...shortcuts, { keys: ['?'], label: 'Show this list' }].map(({ keys, label }) => (
            <div key={label} className="contents">
              <dt className="flex items-center gap-1.5 pr-6">
                {keys.map((key) => (
                  <kbd key={key} className="kbd">
                    {shown[key] ?? key}
                  </kbd>
                ))}
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="checkbox size-6"
            checked={isOn}
            onChange={(event) => turn(event.target.checked)}
          />
          Use keyboard shortcuts in this browser
        </label>
      </Dialog>
    </>
  )
}

// The user is typing, choosing or answering a dialog, or the key belongs to the browser.
function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return true
  const target = event.target as HTMLElement
  const isTyping = target.closest?.(
    'input:not([type=checkbox]), textarea, select, [contenteditable], [role=tab], [role=menu]',
  )
  return Boolean(isTyping) || document.querySelector('dialog[open]') !== null
}
