import { expect, it } from 'vitest'
import { isPrintable } from './printable'

it('asks for Latin letters if a receipt cannot print the name', () => {
  for (const name of ['عائشہ', '王小明', 'שרה']) expect(isPrintable(name)).toBe(false)
})

it('shows no hint for names that the fonts can print', () => {
  const names = ['', 'Asha Rao-Iyer', 'D’Souza & Sons (India) №1', 'Zoë Müller', 'आशा राव', 'ஆஷா ராவ்', 'র‍্য', 'ᱟᱥᱟ']
  for (const name of names) expect(isPrintable(name)).toBe(true)
})
