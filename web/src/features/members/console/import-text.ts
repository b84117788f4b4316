// What a file may begin with to tell how its text is written.
const marks = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const

/** A file's text; isGuess where the file does not tell how it is written, and it is not UTF-8. */
export type ImportText = { content: string; isGuess: boolean }

/**
 * The text of a file's bytes, by its mark; without one it is UTF-8, and what cannot be that is taken for Windows-1252,
 * as spreadsheets save it. The server's command reads its files by the same rule (encoding.go).
 */
export function textOf(bytes: Uint8Array): ImportText {
  const marked = marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return { content: new TextDecoder(marked.encoding).decode(bytes), isGuess: false }
  try {
    return { content: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuess: false }
  } catch {
    return { content: new TextDecoder('windows-1252').decode(bytes), isGuess: true }
  }
}
