/** A stretch of text that two versions share, or that only one of them has. */
export type Part = { kind: 'same' | 'gone' | 'new'; text: string }

// Beyond this the comparison would take the browser's breath away: then all of it is old, and all of it new.
const mostSteps = 6_000_000

/** What changed between two texts, word by word. */
export function wordDiff(before: string, after: string): Part[] {
  const old = wordsOf(before)
  const now = wordsOf(after)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const middle = compared(old.slice(start, old.length - end), now.slice(start, now.length - end))
  return joined([
    ...old.slice(0, start).map((text): Part => ({ kind: 'same', text })),
    ...middle,
    ...old.slice(old.length - end).map((text): Part => ({ kind: 'same', text })),
  ])
}

// A word keeps the space before it, so that a stretch reads as it was written.
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? []
}

// The longest words in common, by the book: lengths[i][j] is for what follows i and j.
function compared(old: string[], now: string[]): Part[] {
  const width = now.length + 1
  if (old.length * width > mostSteps)
    return [...old.map((text): Part => ({ kind: 'gone', text })), ...now.map((text): Part => ({ kind: 'new', text }))]
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))

  const parts: Part[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      parts.push({ kind: 'same', text: old[i] ?? '' })
      i++
      j++
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1)))
      parts.push({ kind: 'gone', text: old[i++] ?? '' })
    else parts.push({ kind: 'new', text: now[j++] ?? '' })
  }
  return parts
}

function joined(parts: Part[]): Part[] {
  const out: Part[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else out.push({ ...part })
  }
  return out
}
