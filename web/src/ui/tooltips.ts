// Tooltips of all buttons and links with only an icon. Any control with an accessible name and no text shows its name
// 700 ms after it gets the pointer or the keyboard focus. One handler serves the whole page, so that no button lacks a
// tooltip and large tables stay fast. Screen readers read the name itself.

const delay = 700

/** Returns the accessible name of a button or link with only an icon. */
export function iconLabel(control: Element): string | undefined {
  const label = control.getAttribute('aria-label')
  return label && !control.textContent?.trim() ? label : undefined
}

function controlAt(target: EventTarget | null): Element | undefined {
  const control = target instanceof Element ? target.closest('button, a[href], summary') : null
  return control && iconLabel(control) ? control : undefined
}

const bubble = document.createElement('div')
bubble.className = 'inset-auto m-0 overflow-visible border-0 bg-transparent px-0 py-1.5'
bubble.setAttribute('popover', 'manual') // in the top layer: above dialogs, and not clipped by scrolling containers
bubble.setAttribute('aria-hidden', 'true')
const text = bubble.appendChild(document.createElement('div'))
text.className = 'max-w-64 bg-neutral px-2.5 py-1 text-neutral-content text-sm shadow-lg'

let current: Element | undefined
let timer: ReturnType<typeof setTimeout> | undefined

function show(control: Element): void {
  const label = iconLabel(control)
  if (!label || !control.isConnected) return
  text.textContent = label
  document.body.append(bubble)
  bubble.showPopover?.()
  const { left, width, top, bottom } = control.getBoundingClientRect()
  const size = bubble.getBoundingClientRect()
  const edge = 8
  const furthest = document.documentElement.clientWidth - size.width - edge
  bubble.style.left = `${Math.max(edge, Math.min(left + width / 2 - size.width / 2, furthest))}px`
  bubble.style.top = `${bottom + size.height > window.innerHeight ? top - size.height : bottom}px`
}

function hide(): void {
  clearTimeout(timer)
  current = undefined
  bubble.remove()
}

function point(control: Element | undefined): void {
  if (control === current) return
  hide()
  current = control
  if (control) timer = setTimeout(show, delay, control)
}

function onPointerOver(event: Event): void {
  if ((event as PointerEvent).pointerType === 'touch') return
  // The pointer may be over the tooltip itself.
  if (!bubble.contains(event.target as Node)) point(controlAt(event.target))
}

function onFocus({ target }: Event): void {
  const control = controlAt(target)
  if (control?.matches(':focus-visible')) point(control)
}

/** Starts listening, and handles the event that has already happened. */
export function startTooltips(first: Event): void {
  document.addEventListener('pointerover', onPointerOver)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', hide)
  document.addEventListener('pointerdown', hide)
  // Focus may scroll the control into view before the tooltip is shown.
  document.addEventListener('scroll', () => bubble.isConnected && hide(), { capture: true, passive: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
  if (first.type === 'focusin') onFocus(first)
  else onPointerOver(first)
}
