// npm run test:fuzz [-- 30s]: runs each fuzz target for a time, 30 seconds by default. npm test runs only their seeds.
// Go fuzzes one target at a time.
import { spawnSync } from 'node:child_process'

const time = process.argv[2] ?? '30s'
const { stdout } = spawnSync('git', ['grep', '-oE', '^func Fuzz[A-Za-z0-9_]+', '--', 'pb*/*_test.go'], {
  encoding: 'utf8',
})
for (const line of stdout.trim().split('\n')) {
  const [file, target] = line.split(':func ')
  const folder = `./${file.slice(0, file.lastIndexOf('/'))}`
  const args = ['test', '-run=^$', `-fuzz=^${target}$`, `-fuzztime=${time}`, folder]
  if (spawnSync('.ci/go', args, { stdio: 'inherit' }).status !== 0) process.exitCode = 1
}
