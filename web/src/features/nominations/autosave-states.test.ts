import { describe, expect, it } from 'vitest'
import { type AutosaveEvent, type AutosaveState, next, openState } from './autosave'

type Content = { name: string }

const known: Content = { name: '' }
const typed: Content = { name: 'Asha' }
const sent = JSON.stringify(typed)
const open = openState(known)
const closed = { content: typed, tries: 1 }

/** The states that behave differently. */
const states: Record<string, AutosaveState<Content>> = {
  open,
  unread: { ...open, holds: ['unread'] },
  paused: { ...open, holds: ['paused'] },
  saving: { ...open, sent: [sent], save: { status: 'saving' } },
  'due again': { ...open, sent: [sent], isDueAgain: true, save: { status: 'saving' } },
  leaving: { ...open, sent: [sent], sentOnLeave: sent },
  'closing, sent': { ...open, phase: 'closing', sent: [sent], sentOnLeave: sent, closed },
  'closing, paused': { ...open, phase: 'closing', holds: ['paused'], closed: { ...closed, tries: 0 } },
  'closing, refused': { ...open, phase: 'closing', closed },
  'closing, last attempt': {
    ...open,
    phase: 'closing',
    sent: [sent],
    sentOnLeave: sent,
    closed: { ...closed, tries: 6 },
  },
  done: { ...open, phase: 'done' },
}

const events: Record<string, AutosaveEvent<Content>> = {
  changed: { type: 'changed' },
  due: { type: 'due', content: typed },
  'due, nothing new': { type: 'due', content: known },
  left: { type: 'left', content: typed },
  'left, nothing new': { type: 'left', content: known },
  saved: { type: 'saved', sent, at: '14:02' },
  failed: { type: 'failed', sent },
  'held to submit': { type: 'held', reason: 'paused' },
  'released to save': { type: 'released', reason: 'paused' },
  read: { type: 'released', reason: 'unread' },
  known: { type: 'known', content: typed },
  closed: { type: 'closed', content: typed },
  'closed, nothing new': { type: 'closed', content: known },
  retried: { type: 'retried' },
  ended: { type: 'ended' },
}

/** What an event changes: the parts of the state that are named, and the effects. */
type Outcome = [changes: Partial<AutosaveState<Content>>, ...effects: string[]]

const isDebounced: Outcome = [{}, 'debounce']
const isStored: Outcome = [{ save: { status: 'failed' } }, 'store']
const wasSaved = { sent: [], known: sent, save: { status: 'saved', at: '14:02' } } as const
const hasFailed = { sent: [], save: { status: 'failed' } } as const
const isDone = { phase: 'done', closed: { content: typed, tries: 0 } } as const
const isDoneAtOnce = { phase: 'done', closed: { content: known, tries: 0 } } as const
const isHeld = { 'held to submit': [{ holds: ['paused'] }] } as const satisfies Record<string, Outcome>
const isKnown = { known: [{ known: sent }] } as const satisfies Record<string, Outcome>
const ends = { ended: [{ phase: 'done' }, 'stop'] } as const satisfies Record<string, Outcome>

const table: Record<string, Record<string, Outcome>> = {
  open: {
    changed: isDebounced,
    due: [{ sent: [sent], save: { status: 'saving' } }, 'save'],
    left: [{ sent: [sent], sentOnLeave: sent }, 'send on leave'],
    saved: [wasSaved],
    failed: [hasFailed],
    ...isHeld,
    'released to save': isDebounced,
    read: isDebounced,
    ...isKnown,
    closed: [
      { phase: 'closing', sent: [sent], sentOnLeave: sent, closed: { content: typed, tries: 1 } },
      'stop',
      'send on leave',
    ],
    'closed, nothing new': [isDoneAtOnce, 'stop'],
    ...ends,
  },
  unread: {
    changed: isDebounced,
    due: isStored,
    left: isStored,
    saved: [wasSaved],
    failed: [hasFailed],
    'held to submit': [{ holds: ['unread', 'paused'] }],
    'released to save': isDebounced,
    read: [{ holds: [] }, 'debounce'],
    ...isKnown,
    closed: [{ ...isDone, save: { status: 'failed' } }, 'stop', 'store'],
    'closed, nothing new': [isDoneAtOnce, 'stop'],
    ...ends,
  },
  paused: {
    changed: isDebounced,
    saved: [wasSaved],
    failed: [hasFailed],
    'released to save': [{ holds: [] }, 'debounce'],
    read: isDebounced,
    ...isKnown,
    closed: [{ phase: 'closing', closed: { content: typed, tries: 0 } }, 'stop'],
    'closed, nothing new': [{ phase: 'closing', closed: { content: known, tries: 0 } }, 'stop'],
    ended: [{ phase: 'done', holds: [] }, 'stop'],
  },
  saving: {
    changed: isDebounced,
    due: [{ isDueAgain: true }],
    left: [{ sent: [sent, sent], sentOnLeave: sent }, 'send on leave'],
    saved: [wasSaved],
    failed: [hasFailed],
    ...isHeld,
    'released to save': isDebounced,
    read: isDebounced,
    ...isKnown,
    closed: [{ phase: 'closing', closed: { content: typed, tries: 0 } }, 'stop'],
    'closed, nothing new': [{ phase: 'closing', closed: { content: known, tries: 0 } }, 'stop'],
    ...ends,
  },
  'due again': {
    changed: isDebounced,
    due: [{}],
    left: [{ sent: [sent, sent], sentOnLeave: sent }, 'send on leave'],
    saved: [{ ...wasSaved, isDueAgain: false }, 'debounce'],
    failed: [{ ...hasFailed, isDueAgain: false }, 'debounce'],
    ...isHeld,
    'released to save': isDebounced,
    read: isDebounced,
    ...isKnown,
    closed: [{ phase: 'closing', closed: { content: typed, tries: 0 } }, 'stop'],
    'closed, nothing new': [{ phase: 'closing', closed: { content: known, tries: 0 } }, 'stop'],
    ...ends,
  },
  leaving: {
    changed: isDebounced,
    due: [{ isDueAgain: true }],
    saved: [{ ...wasSaved, sentOnLeave: undefined }],
    failed: [{ ...hasFailed, sentOnLeave: undefined }, 'debounce'],
    ...isHeld,
    'released to save': isDebounced,
    read: isDebounced,
    ...isKnown,
    closed: [{ phase: 'closing', closed: { content: typed, tries: 0 } }, 'stop'],
    'closed, nothing new': [{ phase: 'closing', closed: { content: known, tries: 0 } }, 'stop'],
    ...ends,
  },
  'closing, sent': {
    saved: [{ ...wasSaved, sentOnLeave: undefined, phase: 'done' }],
    failed: [{ ...hasFailed, sentOnLeave: undefined }, 'retry'],
    ...isHeld,
    ...isKnown,
    ...ends,
  },
  'closing, paused': {
    saved: [wasSaved],
    failed: [hasFailed],
    'released to save': [
      { holds: [], sent: [sent], sentOnLeave: sent, closed: { content: typed, tries: 1 } },
      'send on leave',
    ],
    ...isKnown,
    ended: [{ phase: 'done', holds: [] }, 'stop'],
  },
  'closing, refused': {
    saved: [{ ...wasSaved, phase: 'done' }],
    failed: [hasFailed, 'retry'],
    ...isHeld,
    'released to save': [{}, 'retry'],
    read: [{}, 'retry'],
    ...isKnown,
    retried: [{ sent: [sent], sentOnLeave: sent, closed: { content: typed, tries: 2 } }, 'send on leave'],
    ...ends,
  },
  'closing, last attempt': {
    saved: [{ ...wasSaved, sentOnLeave: undefined, phase: 'done' }],
    failed: [{ ...hasFailed, sentOnLeave: undefined, phase: 'done' }],
    ...isHeld,
    ...isKnown,
    ...ends,
  },
  done: {
    saved: [{ known: sent }],
    ...isHeld,
    ...isKnown,
    ended: [{}, 'stop'],
  },
}

describe.each(Object.keys(states))('autosave, %s', (name) => {
  const state = states[name] as AutosaveState<Content>
  // "retried" comes only after an effect "retry".
  const possible = Object.keys(events).filter((event) => event !== 'retried' || name === 'closing, refused')

  it.each(possible)('%s', (event) => {
    const [after, effects] = next(state, events[event] as AutosaveEvent<Content>)
    const [changes, ...expected] = table[name]?.[event] ?? [{}]
    expect(after).toEqual({ ...state, ...changes })
    expect(effects.map((effect) => effect.do)).toEqual(expected)
  })
})
