import { expect, type Locator, type Page, type Route } from '@playwright/test'

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

/**
 * Moves the caret of a text editor with a key. The editor learns of the move in the next frame, so keys that a test
 * presses before that would go to the old place.
 */
export async function moveCaret(page: Page, key: string): Promise<void> {
  await page.evaluate(nextFrames)
  await page.keyboard.press(key)
  await page.evaluate(nextFrames)
}

/** Moves to an element with Tab and presses a key. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Moves to a field with Tab and types. In a select, waits for the option, whose first letters then choose it. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  const isSelect = await target.evaluate((field) => field instanceof HTMLSelectElement)
  if (isSelect) await expect(target.getByText(text).first()).toBeAttached()
  await page.keyboard.type(text)
  if (isSelect) await expect(target.locator('option:checked')).toContainText(text)
}

/**
 * Moves with Tab through the whole page, or through the part after the link "Skip to content". Returns the problems: a
 * control that Tab does not reach, for instance because an earlier one keeps the focus, that is not in the order of the
 * page, that shows no focus, or that is covered while it has the focus.
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
    if (reached.has(stop.control)) continue
    faults.push(...stop.faults)
    const [last] = [...reached].slice(-1)
    if (last && Number.parseInt(stop.control, 10) < Number.parseInt(last, 10))
      faults.push(`${stop.control} comes after ${last}`)
    reached.add(stop.control)
  }
  return [...faults, ...wanted.filter((control) => !reached.has(control)).map((control) => `${control} is not reached`)]
}

/**
 * Presses the buttons of the content with the keyboard, one of each kind, and returns the faults of the dialogs that they
 * open: a dialog must take the focus, close with Escape, and then return the focus. Nothing is changed on the server.
 */
export async function faultsOfDialogs(page: Page): Promise<string[]> {
  const faults: string[] = []
  const address = page.url()
  const block = (route: Route) => (route.request().method() === 'GET' ? route.continue() : route.abort())
  await page.route('**/api/**', block)
  for (const name of await page.evaluate(buttons)) {
    const button = page
      .locator('#content button')
      .and(page.getByRole('button', { name, exact: true }))
      .first()
    // An earlier button may have hidden or disabled it, or hides it now.
    const isEnabled = (await button.isVisible()) && (await button.isEnabled({ timeout: 2000 }).catch(() => false))
    if (
      !isEnabled ||
      !(await button.press('Enter', { timeout: 2000 }).then(
        () => true,
        () => false,
      ))
    )
      continue
    await page.evaluate(nextFrames)
    const dialog = page.locator('dialog[open]')
    if ((await dialog.count()) > 0) {
      if (!(await page.evaluate(() => document.activeElement?.closest('dialog[open]') !== null)))
        faults.push(`the dialog of ${name} does not take the focus`)
      await page.keyboard.press('Escape')
      await page.evaluate(nextFrames)
      if ((await dialog.count()) > 0) faults.push(`the dialog of ${name} does not close with Escape`)
      else if (!(await button.evaluate((element) => element === document.activeElement)))
        faults.push(`the dialog of ${name} does not return the focus`)
    }
    if ((await dialog.count()) > 0 || page.url().split(/[?#]/)[0] !== address.split(/[?#]/)[0]) break
  }
  await page.unroute('**/api/**', block)
  return faults
}

/** Runs in the page: the names of the buttons of the content, without those that differ only by a name or a number. */
function buttons(): string[] {
  const kinds = new Map<string, string>()
  for (const button of document.querySelectorAll<HTMLButtonElement>('#content button[type="button"]')) {
    const name = (button.getAttribute('aria-label') ?? button.textContent ?? '').replace(/\s+/g, ' ').trim()
    const kind = name.split(' ')[0] ?? ''
    const isDownload = /^(Export|Download)/.test(name)
    if (button.checkVisibility() && !button.disabled && !isDownload && !kinds.has(kind)) kinds.set(kind, name)
  }
  return [...kinds.values()]
}

/** Runs in the page: waits until a change is shown. */
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 4; frame++) await new Promise((done) => requestAnimationFrame(done))
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
    // In a group of radio buttons Tab reaches the checked one or else the first; the arrow keys reach the others.
    const isOther =
      type === 'radio' &&
      !checked &&
      (document.querySelector(`input[name="${name}"]:checked`) ?? document.getElementsByName(name)[0]) !== element
    const isShown = element.checkVisibility() && width * height > 0
    // Tab does not reach the links in a text that is being edited.
    const isEdited = element.parentElement?.closest('[contenteditable="true"]')
    return isShown && element.tabIndex >= 0 && !element.matches(':disabled') && !isOther && !isEdited
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
