import { expect, test } from 'vitest'
import { textOf } from './file-text'

const text = 'name,email\r\nRenée,rene@example.com\r\n'
const utf8 = [...new TextEncoder().encode(text)]
const units = [...text].map((letter) => letter.charCodeAt(0))

test('a file is decoded according to its byte order mark', () => {
  for (const bytes of [
    [0xef, 0xbb, 0xbf, ...utf8],
    [0xff, 0xfe, ...units.flatMap((unit) => [unit & 0xff, unit >> 8])],
    [0xfe, 0xff, ...units.flatMap((unit) => [unit >> 8, unit & 0xff])],
  ])
    expect(textOf(Uint8Array.from(bytes))).toEqual({ content: text, isGuess: false })
})

test('a file without a byte order mark is read as UTF-8, or else as Windows-1252, which is reported as a guess', () => {
  expect(textOf(Uint8Array.from(utf8))).toEqual({ content: text, isGuess: false })
  // These characters have the same number in Windows-1252 and Unicode.
  expect(textOf(Uint8Array.from(units))).toEqual({ content: text, isGuess: true })
  expect(textOf(new Uint8Array())).toEqual({ content: '', isGuess: false })
})

test('an invalid character in a file that is marked as UTF-8 becomes U+FFFD', () => {
  expect(textOf(Uint8Array.from([0xef, 0xbb, 0xbf, ...units])).content).toContain('Ren\ufffde')
})
