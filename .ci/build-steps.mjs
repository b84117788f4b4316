// The steps from a clone to ./boardcircle. A step is skipped if its result is up to date. Each resolves to an exit
// code.
import { print, run } from './command.mjs'
import { compiling } from './go-flags.mjs'
import { precompress } from './precompress.mjs'
import { filesBelow, unlessFresh } from './stamp.mjs'

export const vite = 'node_modules/vite/bin/vite.js'

/** Runs all steps and ends the program if one fails. */
export async function build() {
  for (const step of [install, buildWeb, buildBinary]) {
    const code = await step()
    if (code !== 0) process.exit(code)
  }
}

/** Installs the packages of package-lock.json. */
export function install() {
  return unlessFresh('installed', { sources: ['package-lock.json'], made: ['node_modules/vite'] }, () => {
    print("Installing the web app's packages...")
    return run('npm', ['ci', '--include=dev', '--no-fund', '--no-audit'])
  })
}

/** Builds the web app: what browsers load, and the script that the server renders pages with. */
export function buildWeb() {
  const sources = ['package-lock.json', ...filesBelow('web', { except: ['dist', 'e2e', 'node_modules'] })]
  const made = ['web/dist/client/index.html', 'web/dist/server/ssr.js']
  return unlessFresh('web', { sources, made }, async () => {
    print('Building the web app...')
    for (const config of ['web/vite.config.ts', 'web/vite.ssr.config.ts']) {
      const code = await run(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'])
      if (code !== 0) return code
    }
    await precompress('web/dist/client')
    return 0
  })
}

/** Compiles the binary with the web app inside. Go's build cache skips what is up to date. */
export function buildBinary() {
  return run('go', ['build', '-ldflags=-s -w', '-o', 'boardcircle', './pb'], { env: compiling })
}
