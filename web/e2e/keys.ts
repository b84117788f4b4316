import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until an element has the focus, as keyboard users do. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  // Resolved once: a search by role at every stop would double the time of these tests.
  let element = await target.elementHandle()
  for (let stops = 0; stops < 250; stops++) {
    const at = await element?.evaluate((it) => (it.isConnected ? it === document.activeElement : 'detached'))
    if (at === true) return
    if (at === 'detached') element = await target.elementHandle()
    else await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Moves to an element with Tab and presses a key. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Moves to a field with Tab and types. In a select, the first letters choose the option. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/**
 * Moves with Tab through the whole page, or through the part after the link "Skip to content". Returns the problems: a
 * control that Tab does not reach, that shows no focus, or that is covered while it has the focus.
 */
export async function faultsOfTheWalk(page: Page, from: 'top' | 'content' = 'top'): Promise<string[]> {
  await startAtTheTop(page)
  const wanted = await page.evaluate(controls, from)
  if (from === 'content') for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
  const faults: string[] = []
  const reached = new Set<string>()
  // A date input or a frame has several stops inside, while it stays the page's active element.
  for (let stops = 0; stops < 5 * wanted.length; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(focused)
    if (stop === null) break
    if (!reached.has(stop.control)) faults.push(...stop.faults)
    reached.add(stop.control)
  }
  return [...faults, ...wanted.filter((control) => !reached.has(control)).map((control) => `${control} is not reached`)]
}

/**
 * Makes the next Tab go to the first control. Removing the focus is not enough: browsers continue from its last
 * position, and differ on newly opened pages.
 */
export async function startAtTheTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    const start = document.createElement('span')
    start.tabIndex = -1
    document.body.prepend(start)
    start.focus({ preventScroll: true })
    start.remove()
  })
}

/** Runs in the page: numbers and names the controls that Tab must reach, and records their style without focus. */
function controls(from: 'top' | 'content'): string[] {
  const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')
  const content = document.querySelector('#content')
  const wanted = [...all].filter((element) => {
    const isBefore = from === 'content' && content !== null && !content.contains(element)
    if (isBefore) return false
    const { width, height } = element.getBoundingClientRect()
    const { name, type, checked } = element as HTMLInputElement
    // In a group of radio buttons Tab reaches the checked one; the arrow keys reach the others.
    const isOther = type === 'radio' && !checked && document.querySelector(`input[name="${name}"]:checked`) !== null
    const isShown = element.checkVisibility() && width * height > 0
    return isShown && element.tabIndex >= 0 && !element.matches(':disabled') && !isOther
  })
  return wanted.map((element, index) => {
    const words = element.getAttribute('aria-label') || element.textContent || element.getAttribute('name') || ''
    const control = `${index + 1} <${element.localName}> ${words.trim().slice(0, 60)}`
    // A visually hidden control is represented by its parent.
    const shown = (element.getBoundingClientRect().width <= 1 && element.parentElement) || element
    const { outline, boxShadow } = getComputedStyle(shown)
    Object.assign(element.dataset, { control, outline, boxShadow })
    return control
  })
}

/** Runs in the page: returns the focused control with its problems, or null after the last one. */
function focused(): { control: string; faults: string[] } | null {
  const element = document.activeElement as HTMLElement | null
  if (element === null || element === document.body) return null
  const { control = element.outerHTML.slice(0, 80), ...rest } = element.dataset
  if (element.localName === 'iframe') return { control, faults: [] }
  const shown = (element.getBoundingClientRect().width <= 1 && element.parentElement) || element
  const { outline, boxShadow } = getComputedStyle(shown)
  const isMarked = outline !== rest.outline || boxShadow !== rest.boxShadow
  const { left, right, top, bottom } = shown.getBoundingClientRect()
  const middle = (from: number, to: number, end: number) => (Math.max(from, 0) + Math.min(to, end)) / 2
  const over = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
  const isCovered = over === null || !(shown.contains(over) || over.contains(shown))
  return {
    control,
    faults: [
      ...(isMarked ? [] : [`${control} does not show its focus`]),
      ...(isCovered ? [`${control} is covered by ${over?.outerHTML.slice(0, 80) ?? 'the edge of the window'}`] : []),
    ],
  }
}
