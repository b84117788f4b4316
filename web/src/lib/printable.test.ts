import { expect, it } from 'vitest'
import { printHint } from './printable'

it('asks for Latin letters where a receipt could not print the name', () => {
  expect(printHint('आशा राव')).toContain('Latin letters')
  expect(printHint('ஆஷா ராவ்')).toContain('Latin letters')
})

it('says nothing of names that the font has', () => {
  for (const name of ['', 'Asha Rao-Iyer', 'D’Souza & Sons (India) №1', 'Zoë Müller'])
    expect(printHint(name)).toBeUndefined()
})
