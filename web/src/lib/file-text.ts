// The byte order marks that tell a file's encoding.
const marks = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const

/** The text of a file. isGuess: the file has no byte order mark and is not UTF-8. */
export type FileText = { content: string; isGuess: boolean }

/**
 * Decodes a file by its byte order mark. Without one it is UTF-8 or, if that fails, Windows-1252, as spreadsheets save
 * it. The server's import command uses the same rule (sheets/read.go).
 */
export function textOf(bytes: Uint8Array): FileText {
  const marked = marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return { content: new TextDecoder(marked.encoding).decode(bytes), isGuess: false }
  try {
    return { content: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuess: false }
  } catch {
    return { content: new TextDecoder('windows-1252').decode(bytes), isGuess: true }
  }
}
