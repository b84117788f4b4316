/** The two text colours of the theme, for backgrounds of any colour. */
export const ink = '#241522'
export const paper = '#fffcf7'

/** Reports whether a text is a colour as the server stores it, such as "#0052CC". */
export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** Returns ink or paper, whichever has more contrast with a background; black or white if neither has 4.5:1. */
export function readableOn(ground: string): string {
  const ours = better(ground, ink, paper)
  return contrast(ground, ours) >= 4.5 ? ours : better(ground, '#000000', '#ffffff')
}

function better(ground: string, one: string, other: string): string {
  return contrast(ground, one) >= contrast(ground, other) ? one : other
}

/** The contrast ratio of two colours, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
