import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

// A file that mocks a module needs modules that no other file has loaded, so it runs in isolation. The other files share
// their modules, because loading them again for each file takes longer than most tests.
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
    // A test that needs a document says so in its first line, because creating one takes longer than most files.
    environment: 'node',
    setupFiles: './vitest.setup.ts',
    restoreMocks: true,
    testTimeout: 30_000, // A busy machine must not fail a test.
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
