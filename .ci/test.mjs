// npm test and npm run test:sweeps: runs npm scripts with wireit, one after another. If one fails, the next ones still
// run. At the end it prints the failed scripts, the result of the vulnerability scan, and the numbers of tests that
// passed and failed, which build servers read.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const reports = new URL('../test-results/', import.meta.url)

const failedScripts = new Set()
let wireit
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopped = true
    // npm would not pass the signal on to wireit, so it goes to the group of both.
    process.kill(-wireit.pid, 'SIGINT')
  })
}

// Runs an npm script, and reports whether it passed. All scripts that it depends on start at once if their own
// dependencies allow it. They have priorities (nice), and on a machine with two cores those with a low priority wait.
async function passes(script) {
  wireit = spawn('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { WIREIT_PARALLEL: 'infinity', WIREIT_FAILURES: 'continue', ...process.env },
  })
  for (const [from, to] of [
    [wireit.stdout, process.stdout],
    [wireit.stderr, process.stderr],
  ]) {
    createInterface({ input: from }).on('line', (line) => {
      to.write(`${line}\n`)
      const [, failed] = /^❌ \[(.+?)\]/.exec(line) ?? []
      if (failed) failedScripts.add(failed)
    })
  }
  const [code] = await once(wireit, 'close')
  return code === 0
}

const scripts = process.argv.slice(2)
let isPassed = true
// One after another, because browser tests would reach their time limits while other tests use the processor.
for (const script of scripts) if (!isStopped) isPassed = (await passes(script)) && isPassed

const { wireit: graph } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
// The scripts that have run, with those that they depend on. Reports of other scripts are from earlier runs.
const run = new Set(scripts.flatMap((script) => [script, ...(graph[script].dependencies ?? [])]))

console.log(`\n${'Tests'.padEnd(12)}${'passed'.padStart(8)}${'failed'.padStart(8)}`)
let passed = 0
let failed = 0
const unexplained = new Set(failedScripts)
for (const file of existsSync(reports) ? readdirSync(reports) : []) {
  if (!file.endsWith('.xml') || !run.has(`test:${file.split('.')[0]}`)) continue
  const report = readFileSync(new URL(file, reports), 'utf8')
  const sum = (name) => Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(report)?.[1] ?? 0)
  const failures = sum('failures') + sum('errors')
  const passes = sum('tests') - failures - (report.split('<skipped').length - 1)
  console.log(file.padEnd(12) + String(passes).padStart(8) + String(failures).padStart(8))
  passed += passes
  failed += failures
  if (failures > 0) unexplained.delete(`test:${file.split('.')[0]}`)
}
// A script that fails without a failed test counts as one failure.
failed += isPassed ? 0 : Math.max(unexplained.size, failed > 0 ? 0 : 1)
if (failedScripts.size > 0) console.log(`\nFailed: ${[...failedScripts].join(', ')}`)
const scan = new URL('scan.txt', reports)
if (run.has('scan') && existsSync(scan)) console.log(`\n${readFileSync(scan, 'utf8').trim()}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = isPassed && failed === 0 ? 0 : 1
