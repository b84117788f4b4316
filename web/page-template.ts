import type { Plugin } from 'vite'

const preloadedFonts = [/^assets\/fraunces-latin-opsz-normal-.*\.woff2$/, /^assets\/inter-latin-wght-normal-.*\.woff2$/]

const moduleScript = /\s*<script type="module"[^>]*><\/script>/

/**
 * Finishes the built index.html: the stylesheet is inlined, so that the first paint waits for no
 * second request, the two fonts are preloaded, and the scripts start after the first paint.
 */
export function pageTemplate(): Plugin {
  return {
    name: 'page-template',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      let html = String(page.source)
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'asset' || !name.endsWith('.css')) continue
        const link = new RegExp(`<link rel="stylesheet"[^>]*href="/${name}"[^>]*>`)
        if (!link.test(html)) continue
        html = html.replace(link, () => `<style>${String(file.source).trim()}</style>`)
        delete bundle[name]
        // A script that is loaded later must not load the file again.
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(name)
      }
      const fonts = preloadedFonts.map((font) => {
        const name = Object.keys(bundle).find((file) => font.test(file))
        if (!name) this.error(`no built font matches ${font}`)
        return `<link rel="preload" as="font" type="font/woff2" href="/${name}" crossorigin>`
      })
      html = html.replace('<!--fonts-->', fonts.join(''))
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
      if (entry?.type !== 'chunk') return this.error('the page has no script')
      const start = startAfterPaint([...entry.imports, entry.fileName])
      page.source = html.replace(moduleScript, '').replace('</body>', () => `  ${start}\n  </body>`)
    },
  }
}

/**
 * Returns a script that starts the scripts of the page: after the first paint if the server has rendered the page, so that
 * the text is shown first, and otherwise at once. A tab in the background paints nothing, so a timer starts them there.
 * Each script has its own import, so that all are fetched at the same time and usually evaluated in separate tasks.
 */
function startAfterPaint(scripts: readonly string[]): string {
  return `<script>
      ((isRendered) => {
        var start = () => ${JSON.stringify(scripts.map((name) => `/${name}`))}.forEach((script) => import(script))
        if (!isRendered) return start()
        new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
        setTimeout(start, 1000)
      })(document.getElementById('root').firstElementChild !== null)
    </script>`
}
