import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const source = fileURLToPath(new URL('./src', import.meta.url))

// One classic script for the server's JavaScript engine, which knows neither modules nor import().
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: '../node_modules/.vite',
  plugins: [react(), { name: 'no-dynamic-import', renderChunk: (code) => code.replace(/\bimport\(/g, '__import(') }],
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
