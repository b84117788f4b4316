import { diffArrays } from 'diff'

/** A stretch of text that two versions share, or that only one of them has. */
export type Part = { kind: 'same' | 'gone' | 'new'; text: string }

// Texts with more changes than this are shown as all old and all new: to compare them would take seconds.
const mostChanges = 4000

/** What changed between two texts, word by word. */
export function wordDiff(before: string, after: string): Part[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: mostChanges })
  const parts: Part[] = changes
    ? changes.map(({ added, removed, value }) => ({
        kind: added ? 'new' : removed ? 'gone' : 'same',
        text: value.join(''),
      }))
    : [
        { kind: 'gone', text: before },
        { kind: 'new', text: after },
      ]
  return parts.filter(({ text }) => text !== '')
}

// A word keeps the space before it, so that a stretch reads as it was written.
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? []
}
