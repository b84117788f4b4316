/** A text with a block of its own paragraph in place of what is chosen, and where the block stands. */
export function insertBlock(
  text: string,
  start: number,
  end: number,
  block: (chosen: string) => string,
): { text: string; from: number; to: number } {
  const before = text.slice(0, start).trimEnd()
  const after = text.slice(end).trimStart()
  const lead = before ? `${before}\n\n` : ''
  const made = block(text.slice(start, end).trim())
  return { text: `${lead}${made}\n\n${after}`, from: lead.length, to: lead.length + made.length }
}
