import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

// A file that replaces a module needs modules that nobody has loaded before it, so it runs by itself. All the
// others share theirs: to load them for each file anew takes longer than most tests do.
const mocking = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file.split(path.sep).join('/')}`)
  .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('vi.mock('))

export default defineConfig({
  root,
  cacheDir: '../node_modules/.vite',
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    // a test that needs a page says so in its first line: to build one takes longer than most files do
    environment: 'node',
    restoreMocks: true,
    testTimeout: 30_000, // a busy machine is no failure
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...mocking],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'mocking', include: mocking } },
    ],
  },
})
