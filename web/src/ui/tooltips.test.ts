// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { iconLabel, startTooltips } from './tooltips'

const shown = () => document.querySelector('[popover]')?.textContent
const point = (target: Element | null) => target?.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }))

let isStarted = false

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `
    <button id="icon" aria-label="Copy"><svg></svg></button>
    <button id="words" aria-label="Remove Asha">Asha</button>
    <p id="text">Text</p>`
  if (!isStarted) startTooltips(new Event('pointerover'))
  isStarted = true
})
afterEach(() => {
  point(document.body)
  vi.useRealTimers()
})

it('shows the name of an icon after 700 ms under the pointer, until the pointer leaves', () => {
  point(document.querySelector('#icon svg'))
  vi.advanceTimersByTime(699)
  expect(shown()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(shown()).toBe('Copy')
  point(document.querySelector('[popover]'))
  expect(shown()).toBe('Copy')
  point(document.querySelector('#text'))
  expect(shown()).toBeUndefined()
})

it('shows nothing for a button with text', () => {
  point(document.querySelector('#words'))
  vi.advanceTimersByTime(2000)
  expect(shown()).toBeUndefined()
})

it('disappears on Esc and on a press', () => {
  for (const end of [new KeyboardEvent('keydown', { key: 'Escape' }), new Event('pointerdown')]) {
    point(document.querySelector('#icon'))
    vi.advanceTimersByTime(700)
    expect(shown()).toBe('Copy')
    document.dispatchEvent(end)
    expect(shown()).toBeUndefined()
    point(document.body)
  }
})

it('finds a name for every control of the app that is only an icon', () => {
  const root = path.join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  )
  const iconAlone =
    /<(Button|ButtonLink|button|a|Link|summary)\b((?:[^>]|=>)*)>\s*(?:<span className="sr-only">[^<]*<\/span>\s*)?(?:\{[^}<]*)?<([A-Z]\w*|svg)\b[^>]*(?:\/>|>(?:(?!<\/svg>)[\s\S])*<\/svg>)\}?\s*<\/\1>/g
  const words = ['Logo', 'EmailText']
  const found: string[] = []
  for (const file of files)
    for (const [, , attributes = '', icon = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(iconAlone)) {
      if (words.includes(icon)) continue
      found.push(file)
      expect(attributes, file).toContain('aria-label=')
      expect(attributes, file).not.toContain('title=')
    }
  expect(found).toEqual(expect.arrayContaining(['ui/copy-button.tsx', 'ui/email-address.tsx', 'app/theme-switch.tsx']))
  expect(found.length).toBeGreaterThan(10)
})

it('returns the name of a control only if it is an icon', () => {
  const names = [...document.querySelectorAll('button')].map(iconLabel)
  expect(names).toEqual(['Copy', undefined])
})
