import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { leanFonts } from './lean-fonts.ts'
import { pageTemplate } from './page-template.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const server = process.env.BOARDCIRCLE_SERVER ?? 'http://127.0.0.1:8090'

export default defineConfig({
  root,
  cacheDir: '../node_modules/.vite',
  plugins: [
    react(),
    tailwindcss(),
    leanFonts(),
    pageTemplate(),
    // Files are compressed once with the best compression, so that requests need not compress them.
    compression({
      include: /\.(css|html|ico|js|json|mjs|svg|txt|webmanifest|xml)$/,
      exclude: /index\.html$/, // the template for pages, which is never sent itself
      algorithms: [
        defineAlgorithm('gzip', { level: 9 }),
        defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      ],
      logLevel: 'silent',
    }),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    // The page arrives rendered: its scripts must not compete with its fonts for the first bytes.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A script of its own is usually evaluated in a task of its own, so that React blocks a slow phone less.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|src\/app\/run-react\.ts/ },
            // What every page needs is one file: in many small ones it would compress worse.
            { name: 'site', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: {
    host: 'localhost',
    proxy: { '/api': server, '/images': server, '/_/': server, '/sandbox': server },
  },
})
