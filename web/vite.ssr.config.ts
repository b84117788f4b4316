import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const source = fileURLToPath(new URL('./src', import.meta.url))

/**
 * Makes React's renderToString collect the parts of a page in a list. It appends each part to a string, which the
 * server's JavaScript engine copies each time. On a long page that is two thirds of the time.
 */
const collectParts: Plugin = {
  name: 'collect-parts',
  transform(code, id) {
    if (!id.includes('react-dom-server-legacy.browser.production')) return
    let changed = code
    for (const [from, to] of [
      ['result = ""', 'result = []'],
      ['result += chunk', 'result.push(chunk)'],
      ['return result;', 'return result.join("");'],
    ] as const) {
      if (changed.split(from).length !== 2) this.error(`React's renderToString has changed: ${from}`)
      changed = changed.replace(from, to)
    }
    return changed
  },
}

// One classic script for the server's JavaScript engine, which knows neither modules nor import().
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: '../node_modules/.vite',
  plugins: [
    react(),
    collectParts,
    { name: 'no-dynamic-import', renderChunk: (code) => code.replace(/\bimport\(/g, '__import(') },
  ],
  resolve: {
    alias: [
      // The server renders the nomination form at once; the browser waits until it is wanted.
      { find: '@/app/nomination-form-chunk', replacement: `${source}/app/nomination-form-chunk.server.ts` },
      { find: /^@\/app\/console\/.*/, replacement: `${source}/app/console/empty.server.ts` },
      { find: '@', replacement: source },
    ],
  },
  // A classic script has no address; only browsers start workers by it.
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': '""' },
  build: {
    ssr: 'src/app/entry-server.tsx',
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'es2016',
    minify: false,
    rolldownOptions: { output: { format: 'iife', codeSplitting: false, entryFileNames: 'ssr.js' } },
  },
  ssr: { noExternal: true, target: 'webworker' },
})
