import { expect, it } from 'vitest'
import { printHint } from './printable'

it('asks for Latin letters if a receipt cannot print the name', () => {
  expect(printHint('आशा राव')).toContain('Latin letters')
  expect(printHint('ஆஷா ராவ்')).toContain('Latin letters')
})

it('shows no hint for names that the font can print', () => {
  for (const name of ['', 'Asha Rao-Iyer', 'D’Souza & Sons (India) №1', 'Zoë Müller'])
    expect(printHint(name)).toBeUndefined()
})
