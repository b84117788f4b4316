import { useEffect, useRef } from 'react'
import type { Point } from '@/ui/text-editor/text-editor'

/** The attribute that names the dock and its dialogs, which work as usual while the page is inert. */
const ownUI = '[data-editor-ui], [role="status"], [role="alert"]'
const controls = 'a, button, summary, label, input, select, textarea'

function pagesInDocument(): string[] {
  const keys = [...document.querySelectorAll<HTMLElement>('[data-text]')].map(({ dataset }) => dataset.text ?? '')
  return [...new Set(keys.map((key) => key.split('.')[0] ?? ''))].filter(Boolean).sort()
}

type Marks = {
  /** The name of a text for people. */
  labelOf: (key: string) => string
  isDraft: (key: string) => boolean
  /** Called with the pages whose texts are in the document, such as "site" and "landing". */
  onPages: (pages: string[]) => void
}

/**
 * Makes the texts of the document reachable with the keyboard, marks drafts, and opens the answers of the questions.
 */
export function usePageMarks({ labelOf, isDraft, onPages }: Marks): void {
  const shown = useRef('')
  const latest = useRef(() => {})

  useEffect(() => {
    latest.current = () => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
        const key = element.dataset.text ?? ''
        element.toggleAttribute('data-draft', isDraft(key))
        // A link or a button around the text has the focus already.
        if (element.closest('a, button, summary')) continue
        element.tabIndex = 0
        // A heading stays a heading.
        if (!element.matches('span, div')) continue
        element.role = 'textbox'
        element.ariaReadOnly = 'true'
        element.ariaLabel = labelOf(key)
      }
      const found = pagesInDocument()
      if (shown.current === found.join()) return
      shown.current = found.join()
      onPages(found)
    }
    latest.current()
  })

  useEffect(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) {
      details.removeAttribute('name') // details with the same name close each other
      details.open = true
    }
    let frame = 0
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => latest.current())
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
}

type Presses = {
  /** The point is where the editor pressed; undefined with the keyboard. */
  onEdit: (key: string, element: HTMLElement, point: Point | undefined) => void
  /** A press on a value that is not a text of the page, such as an address from the settings. */
  onElsewhere: (element: HTMLElement) => void
  /** Escape on the page. */
  onLeave: () => void
}

/** Makes links and buttons inert, and reports the texts that the editor presses. */
export function usePresses(handlers: Presses): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    document.documentElement.classList.add('is-editing')
    const stop = new AbortController()
    const listen = <Name extends keyof WindowEventMap>(name: Name, heard: (event: WindowEventMap[Name]) => void) =>
      window.addEventListener(name, heard, { capture: true, signal: stop.signal })

    function edit(element: HTMLElement, event: MouseEvent | KeyboardEvent) {
      event.preventDefault()
      event.stopPropagation()
      const isPointed = event instanceof MouseEvent && event.detail > 0
      const point = isPointed ? { left: event.clientX, top: event.clientY } : undefined
      latest.current.onEdit(element.dataset.text ?? '', element, point)
    }

    listen('click', (event) => {
      const target = event.target as Element
      if (target.closest(ownUI)) return
      if (target.closest('.text-editor')) return event.preventDefault()
      const text = textAt(target)
      if (text) return edit(text, event)
      const option = target.closest('select')?.querySelector<HTMLElement>('option[value]:not([value=""])[data-text]')
      if (option) return edit(option, event)
      const control = target.closest(controls)
      // Menus and answers open, because they contain texts.
      if (control?.matches('summary, [aria-expanded]')) return
      const elsewhere = target.closest<HTMLElement>('[data-fact], [data-from]')
      if (elsewhere) latest.current.onElsewhere(elsewhere)
      if (!control) return
      event.preventDefault()
      event.stopPropagation()
    })
    // The list of a select would open before the click.
    listen('mousedown', (event) => {
      const target = event.target as Element
      if (target.matches('select') && !target.closest(ownUI)) event.preventDefault()
    })
    listen('keydown', (event) => {
      const target = event.target as Element
      if (target.closest(`${ownUI}, .text-editor`)) return
      if (event.key === 'Escape') return latest.current.onLeave()
      if (event.key !== 'Enter') return
      const text = textAt(target) ?? target.querySelector<HTMLElement>('[data-text]')
      if (text && target.matches('[data-text], a, button, summary') && !target.matches('[aria-expanded]'))
        edit(text, event)
    })
    for (const name of ['submit', 'auxclick', 'dragstart'] as const)
      listen(name, (event) => (event.target as Element).closest(ownUI) ?? event.preventDefault())
    return () => {
      stop.abort()
      document.documentElement.classList.remove('is-editing')
    }
  }, [])
}

function textAt(target: Element): HTMLElement | undefined {
  return target.closest<HTMLElement>('[data-text]') ?? undefined
}

/** Whether a text can be edited in its place: it is visible, and not inside a control that the browser presses. */
export function isEditableInPlace(element: HTMLElement): boolean {
  return element.tagName !== 'IMG' && !element.closest('button, option') && element.getClientRects().length > 0
}

/**
 * Puts an editable copy in the place of an element that React owns. Returns the copy and a function that removes it.
 */
export function replaceByCopy(element: HTMLElement): { copy: HTMLElement; remove: () => void } {
  const copy = element.cloneNode(false) as HTMLElement
  for (const name of ['data-text', 'data-draft', 'id', 'tabindex', 'aria-label', 'aria-readonly', 'role'])
    copy.removeAttribute(name)
  copy.classList.add('text-editor')
  element.classList.add('being-edited')
  element.after(copy)
  return {
    copy,
    remove() {
      copy.remove()
      element.classList.remove('being-edited')
    },
  }
}
