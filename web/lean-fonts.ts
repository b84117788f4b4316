import { createHash } from 'node:crypto'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** The part of each font's axes that the stylesheet asks for (src/app/fonts.css): half the bytes before the first words. */
const weights = [
  { font: /^assets\/fraunces-.*\.woff2$/, wght: 400 },
  { font: /^assets\/inter-.*\.woff2$/, wght: { min: 400, max: 700 } },
  { font: /^assets\/noto-serif-devanagari-.*\.woff2$/, wght: 400 },
  { font: /^assets\/noto-sans-devanagari-.*\.woff2$/, wght: { min: 400, max: 700 } },
]

/** Cuts the built fonts down to the weights in use, and names them anew, for they are cached for good. */
export function leanFonts(): Plugin {
  return {
    name: 'lean-fonts',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      for (const { font, wght } of weights) {
        const file = Object.values(bundle).find(({ fileName }) => font.test(fileName))
        if (file?.type !== 'asset') return this.error(`no built font matches ${font}`)
        const source = await subsetFont(Buffer.from(file.source), undefined, {
          targetFormat: 'woff2',
          keepAllGlyphs: true,
          variationAxes: { wght },
        })
        const name = file.fileName.replace(/[^-]+(?=\.woff2$)/, hash(source))
        for (const sheet of Object.values(bundle))
          if (sheet.type === 'asset' && sheet.fileName.endsWith('.css'))
            sheet.source = String(sheet.source).replaceAll(file.fileName, name)
        delete bundle[file.fileName]
        this.emitFile({ type: 'asset', fileName: name, source })
      }
    },
  }
}

function hash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 8)
}
