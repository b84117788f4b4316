import { expect, it } from 'vitest'
import { sized } from './sized'

it('writes a size with the unit that fits', () => {
  expect([0, 512, 1536, 5_242_880, 250_000_000, 8_589_934_592].map(sized)).toEqual([
    '0 bytes',
    '512 bytes',
    '1.5 kB',
    '5.0 MB',
    '238 MB',
    '8.0 GB',
  ])
})
