import { describe, expect, it } from 'vitest'
import { findScreens } from './find-screens'
import { consoleRoutes } from './routes'
import { screensOf } from './screens'

const screens = screensOf(consoleRoutes)
const found = (text: string, may = (_: string) => true) =>
  findScreens(screens, text, may).map(({ kind, label }) => `${kind}: ${label}`)

describe('Ctrl K', () => {
  it('offers the first screens before anything is typed', () => {
    expect(found('')).toHaveLength(8)
    expect(found(' ')[0]).toBe('Screen: Dashboard')
  })

  it('names each screen and each action differently', () => {
    const labels = screens.flatMap(({ title, path, actions = [] }) => [
      ...(path.includes(':') ? [] : [`Screen: ${title}`]),
      ...actions.map(({ label }) => `Action: ${label}`),
    ])
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
  })

  it('finds screens by title, except the screens of one record', () => {
    expect(found('audit')).toEqual(['Screen: Audit log'])
    expect(found('transaction')).toContain('Screen: Transactions')
    expect(found('transaction')).not.toContain('Screen: Transaction')
  })

  it.each([
    ['gst', 'Screen: Tax & supplier'],
    ['GST', 'Screen: Books'],
    ['refund', 'Action: Refund a payment'],
    ['money back', 'Action: Refund a payment'],
    ['faq', 'Screen: Content Management'],
    ['cheque', 'Action: Enter an offline payment'],
    ['password', 'Action: Change your password'],
    ['unsub', 'Action: Allow emails to a suppressed address'],
  ])('finds %s by a synonym', (text, label) => expect(found(text)).toContain(label))

  it('does not match the middle of a synonym', () => {
    expect(found('oucher')).toEqual([])
    expect(found('nothing of the kind')).toEqual([])
  })

  it('offers only what the role may call', () => {
    const reads = (route: string) => route.startsWith('GET')
    expect(found('refund', reads)).toEqual([])
    expect(found('content', reads)).toEqual([])
  })
})
