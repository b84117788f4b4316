import { describe, expect, it } from 'vitest'
import { contrast, ink, isColour, paper, readableOn } from './contrast'

describe('text on a coloured button', () => {
  it('has the contrast ratio of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  it('is paper on the default blue and ink on the brand orange', () => {
    expect(readableOn('#0052CC')).toBe(paper)
    expect(readableOn('#f99f1b')).toBe(ink)
  })

  it('can be read on every colour that an admin may choose', () => {
    const steps = ['00', '22', '44', '55', '66', '77', '88', '99', 'bb', 'dd', 'ff']
    for (const red of steps)
      for (const green of steps)
        for (const blue of steps) {
          const ground = `#${red}${green}${blue}`
          expect(contrast(ground, readableOn(ground)), ground).toBeGreaterThanOrEqual(4.5)
        }
  })

  it('requires a valid colour', () => {
    expect(isColour('#0052CC')).toBe(true)
    for (const text of ['', 'blue', '#fff', '#0052CC;', 'url(x)']) expect(isColour(text)).toBe(false)
  })
})
