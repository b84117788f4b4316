import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until a thing has the focus: how somebody without a mouse gets there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  // found once: to look for it by its role at every stop takes as long as all else that these tests do
  let element = await target.elementHandle()
  for (let stops = 0; stops < 250; stops++) {
    const at = await element?.evaluate((it) => (it.isConnected ? it === document.activeElement : 'gone'))
    if (at === true) return
    if (at === 'gone') element = await target.elementHandle()
    else await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Goes to a thing and presses a key there. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Goes to a field and types into it; a list takes the first letters of what is wanted. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/**
 * Walks with Tab through the whole page, or through what follows its link "Skip to content". Tells what is wrong with it: a
 * control that is never reached, that does not show that it has the focus, or that something else covers while it has.
 */
export async function faultsOfTheWalk(page: Page, from: 'top' | 'content' = 'top'): Promise<string[]> {
  await startAtTheTop(page)
  const wanted = await page.evaluate(controls, from)
  if (from === 'content') for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
  const faults: string[] = []
  const reached = new Set<string>()
  // a date or a frame has stops of its own inside, and stays the page's one meanwhile
  for (let stops = 0; stops < 5 * wanted.length; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(standing)
    if (stop === null) break
    if (!reached.has(stop.control)) faults.push(...stop.faults)
    reached.add(stop.control)
  }
  return [...faults, ...wanted.filter((control) => !reached.has(control)).map((control) => `${control} is not reached`)]
}

/**
 * Makes the next Tab go to the first control. To blur is not enough: browsers go on from where the focus
 * was last, and differ in where that is on a page just opened.
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

/** Runs in the page: numbers what a key must reach, names it, and notes how it looks at rest. */
function controls(from: 'top' | 'content'): string[] {
  const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')
  const content = document.querySelector('#content')
  const wanted = [...all].filter((element) => {
    const isBefore = from === 'content' && content !== null && !content.contains(element)
    if (isBefore) return false
    const { width, height } = element.getBoundingClientRect()
    const { name, type, checked } = element as HTMLInputElement
    // of a group of radio buttons Tab finds the chosen one; the arrows find the others
    const isOther = type === 'radio' && !checked && document.querySelector(`input[name="${name}"]:checked`) !== null
    const isShown = element.checkVisibility() && width * height > 0
    return isShown && element.tabIndex >= 0 && !element.matches(':disabled') && !isOther
  })
  return wanted.map((element, index) => {
    const words = element.getAttribute('aria-label') || element.textContent || element.getAttribute('name') || ''
    const control = `${index + 1} <${element.localName}> ${words.trim().slice(0, 60)}`
    // around a control that is itself out of sight stands what it works
    const shown = (element.getBoundingClientRect().width <= 1 && element.parentElement) || element
    const { outline, boxShadow } = getComputedStyle(shown)
    Object.assign(element.dataset, { control, outline, boxShadow })
    return control
  })
}

/** Runs in the page: what has the focus now, or null when the page is left. */
function standing(): { control: string; faults: string[] } | null {
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
