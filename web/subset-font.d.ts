declare module 'subset-font' {
  type Range = number | { min: number; max: number }

  /** What lean-fonts.ts uses of it: the package brings no types. */
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: { targetFormat: 'woff2'; keepAllGlyphs: true; variationAxes: Record<string, Range> },
  ): Promise<Buffer>
}
