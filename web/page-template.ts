import type { Plugin } from 'vite'

const preloadedFonts = [/^assets\/fraunces-latin-opsz-normal-.*\.woff2$/, /^assets\/inter-latin-wght-normal-.*\.woff2$/]

/** What a page is started with: the rendered landing page by less than all others. */
export const entries = {
  site: new URL('src/app/entry-client.tsx', import.meta.url).pathname,
  landing: new URL('src/app/entry-landing.tsx', import.meta.url).pathname,
}

const moduleScript = /\s*<script type="module"[^>]*><\/script>/g

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
      }
      const fonts = preloadedFonts.map((font) => {
        const name = Object.keys(bundle).find((file) => font.test(file))
        if (!name) this.error(`no built font matches ${font}`)
        return `<link rel="preload" as="font" type="font/woff2" href="/${name}" crossorigin>`
      })
      html = html.replace('<!--fonts-->', fonts.join(''))
      const addressOf = (name: keyof typeof entries) => {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === name)
        return chunk ? `/${chunk.fileName}` : this.error(`the page has no script of the name ${name}`)
      }
      const start = startAfterPaint(addressOf('site'), addressOf('landing'))
      page.source = html.replaceAll(moduleScript, '').replace('</body>', () => `  ${start}\n  </body>`)
    },
  }
}

/**
 * The words come before the machinery: a page that came rendered starts its script once it has been
 * painted, an empty one at once. The timer is for a tab in the background, which paints nothing.
 */
function startAfterPaint(site: string, landing: string): string {
  return `<script>
      ((isRendered) => {
        var script = isRendered && location.pathname === '/' ? '${landing}' : '${site}'
        var start = () => import(script)
        if (!isRendered) return start()
        new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
        setTimeout(start, 1000)
      })(document.getElementById('root').firstElementChild !== null)
    </script>`
}
