// npm run test:fuzz [-- 30s]: each fuzz target for a time, 30 seconds unless told otherwise. npm test runs their seeds.
import './go-flags.mjs'
import { ask, run, stop } from './command.mjs'
import { requireTools } from './tools.mjs'

const time = process.argv[2] ?? '30s'
if (!/^\d+(s|m|h|x)$/.test(time)) stop(`${time} is no time: 30s, 5m, 1h, or 1000x for a number of tries.`)
await requireTools()

const { code, output } = await ask('go', ['list', '-f', '{{.ImportPath}}', './...'])
if (code !== 0) stop(output)
let failed = 0
for (const path of output.trim().split('\n')) {
  const listed = await ask('go', ['test', '-list', '^Fuzz', path])
  if (listed.code !== 0) stop(listed.output)
  for (const target of listed.output.split('\n').filter((line) => line.startsWith('Fuzz'))) {
    failed += (await run('go', ['test', '-run', '^$', '-fuzz', `^${target}$`, '-fuzztime', time, path])) === 0 ? 0 : 1
  }
}
process.exitCode = failed === 0 ? 0 : 1
