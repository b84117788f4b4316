import type { Plugin } from 'vite'

const preloadedFonts = [/^assets\/fraunces-latin-opsz-normal-.*\.woff2$/, /^assets\/inter-latin-wght-normal-.*\.woff2$/]

const moduleScript = /\s*<script type="module"[^>]*><\/script>/

/**
 * Finishes the built index.html: the stylesheet is inlined, so that the first paint waits for no
 * second request, the two fonts are preloaded, and the script waits until all that has been painted.
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
        // Nor may a script that is loaded later ask for it.
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
 * The words come before the machinery: a page that came rendered starts its scripts once it has been painted, an empty
 * one at once. The timer is for a tab in the background, which paints nothing. Each script is imported by itself, so
 * that all are fetched at the same time and usually evaluated in separate tasks.
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
