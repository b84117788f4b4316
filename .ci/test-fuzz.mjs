// npm run test:fuzz [-- 30s]: runs each fuzz target for a time, 30 seconds by default. npm test runs only their seeds.
import './go-flags.mjs'
import { readFileSync } from 'node:fs'
import { ask, run, stop } from './command.mjs'
import { requireTools } from './tools.mjs'

const time = process.argv[2] ?? '30s'
if (!/^\d+(s|m|h|x)$/.test(time)) stop(`${time} is no time: 30s, 5m, 1h, or 1000x for a number of tries.`)
await requireTools()

// The targets are searched in the files, because go test -list would build the tests of every package.
const files = '{{range .TestGoFiles}} {{$.Dir}}/{{.}}{{end}}{{range .XTestGoFiles}} {{$.Dir}}/{{.}}{{end}}'
const { code, output } = await ask('go', ['list', '-f', `{{.ImportPath}}${files}`, './...'])
if (code !== 0) stop(output)
let failed = 0
for (const line of output.trim().split('\n')) {
  const [path, ...tests] = line.split(' ')
  for (const test of tests) {
    for (const [, target] of readFileSync(test, 'utf8').matchAll(/^func (Fuzz\w+)\(/gm)) {
      failed += (await run('go', ['test', '-run', '^$', '-fuzz', `^${target}$`, '-fuzztime', time, path])) === 0 ? 0 : 1
    }
  }
}
process.exitCode = failed === 0 ? 0 : 1
