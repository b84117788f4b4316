import { inflateSync } from 'node:zlib'

/** A PDF file without pages. */
export const emptyPdf = '%PDF-1.7\ntrailer\n<</Size 0>>\nstartxref\n0\n%%EOF\n'

/** Extracts the text of a PDF that our own writer has created: deflated pages, text in UTF-16. */
export function textOf(pdf: Buffer): string {
  const lines: string[] = []
  for (const stream of streams(pdf)) {
    for (const [, literal = ''] of stream.matchAll(/\(((?:\\.|[^\\)])*)\)\s*Tj/gs)) lines.push(decoded(literal))
  }
  return lines.join('\n')
}

function streams(pdf: Buffer): string[] {
  const found: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at)) {
    const from = at + 'stream\n'.length
    at = pdf.indexOf('endstream', from)
    if (at < 0) break
    try {
      found.push(inflateSync(pdf.subarray(from, at)).toString('latin1'))
    } catch {
      // A font or a picture, which is compressed in another way.
    }
    at += 'endstream'.length
  }
  return found
}

// Each character is two bytes, high byte first. A backslash escapes brackets, backslashes and carriage returns.
function decoded(literal: string): string {
  const bytes = Buffer.from(
    literal.replace(
      /\\([nrtbf()\\])/gs,
      (_, sign: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[sign] ?? sign,
    ),
    'latin1',
  )
  return bytes.length % 2 === 0 ? bytes.swap16().toString('utf16le') : bytes.toString('latin1')
}
