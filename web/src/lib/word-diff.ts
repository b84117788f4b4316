import { diffArrays } from 'diff'

/** A part of the text that both versions share, or that only one of them has. */
export type Part = { kind: 'same' | 'removed' | 'added'; text: string }

// Texts with more changes are shown as entirely old and entirely new: comparing them would take seconds.
const mostChanges = 4000

/** Compares two texts word by word. */
export function wordDiff(before: string, after: string): Part[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: mostChanges })
  const parts: Part[] = changes
    ? changes.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value.join(''),
      }))
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ]
  return parts.filter(({ text }) => text !== '')
}

// A word includes the space before it, so that joined words give the original text.
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? []
}
