import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanFonts } from './lean-fonts.ts'
import { entries, pageTemplate } from './page-template.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const server = process.env.BOARDCIRCLE_SERVER ?? 'http://127.0.0.1:8090'

// React, and of ours what every page needs from its first moment.
const base = [
  /node_modules\/(react|react-dom|scheduler|jotai)\//,
  /src\/lib\/(api|api-error|areas|boolean-fields|config|current-user|navigation|paths|session-hint)\.ts/,
  /src\/ui\/(button|classes|link|logo|spinner|toasts|toast-queue|section-boundary|notice)\.tsx?/,
  /src\/app\/(early-presses|focus-target|footer|header|mobile-menu|page-state|scroll-memory|shell|theme-switch|tooltips|use-disclosure|warm-up)\.tsx?/,
  /src\/features\/content\/rich-text\.tsx?/,
]

// The chapters of the landing page, which the console shows too.
const chapters =
  /src\/features\/content\/(?!api\.)[^/]*$|src\/app\/(landing-form|nomination-form-chunk|when-form-is-wanted)\.tsx?/

// What the nomination form and the rest of the site share.
const shared = /node_modules\/lucide-react\/(?!.*\/icons\/)|src\/(lib\/wait|ui\/use-report)\.ts/

// What the landing page does without until somebody signs in or leaves it.
const router =
  /node_modules\/(react-router|cookie|set-cookie-parser|@tanstack)\/|src\/(lib\/(account-api|session)|app\/user-menu|features\/accounts\/logout)\.tsx?/

export default defineConfig({
  root,
  cacheDir: '../node_modules/.vite',
  plugins: [react(), tailwindcss(), leanFonts(), pageTemplate()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    // The page arrives rendered: its scripts must not compete with its fonts for the first bytes.
    modulePreload: false,
    assetsInlineLimit: 0,
    // What every visitor needs comes in one piece: the console shares parts of it, and each part by
    // itself would be a request more and compress worse.
    rolldownOptions: {
      input: { index: `${root}index.html`, ...entries },
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: (id) => base.some((part) => part.test(id)), priority: 2 },
            { name: 'shared', test: shared, priority: 2 },
            { name: 'router', test: router, priority: 1 },
            { name: 'chapters', test: chapters, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/images': server, '/_/': server, '/sandbox': server },
  },
})
