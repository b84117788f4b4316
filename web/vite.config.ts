import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanFonts } from './lean-fonts.ts'
import { pageTemplate } from './page-template.ts'

const server = process.env.BOARDCIRCLE_SERVER ?? 'http://127.0.0.1:8090'

const sharedByAll =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser|jotai|@tanstack)\/(?!.*(useMutation|mutationObserver))|src\/lib\/(api-error|config|paths|query-keys|server|session)\.ts|src\/ui\/(button|classes|logo|spinner|toasts|toast-queue|section-boundary|notice)\.tsx?/

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: '../node_modules/.vite',
  plugins: [react(), tailwindcss(), leanFonts(), pageTemplate()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    // The page arrives rendered: its scripts must not compete with its fonts for the first bytes.
    modulePreload: false,
    // One stylesheet, which page-template.ts inlines: no chunk may ask for one of its own.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    // What every visitor needs comes in one piece: the console shares parts of it, and each part by
    // itself would be a request more and compress worse.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'site', test: sharedByAll }] } },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/images': server, '/_/': server, '/sandbox': server },
  },
})
