import { expect, it } from 'vitest'
import { folded } from './folded'

it.each([
  ['Élodie  ÅNGSTRÖM', 'elodie angstrom'],
  ['Jose\u0301fine', 'josefine'],
  ['चित्रा', 'चित्रा'],
])('%j is compared as %j', (text, compared) => expect(folded(text)).toBe(compared))
