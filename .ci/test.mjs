// npm test and npm run test:sweeps: runs npm scripts with wireit, one after another. If one fails, the next ones still
// run. At the end it prints the failed scripts and tests, the result of the vulnerability scan, and the numbers of tests
// that passed and failed, which build servers read.
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

const unescaped = (xml) =>
  ['&lt;<', '&gt;>', '&quot;"', '&#34;"', "&#39;'", '&#xA;\n', '&amp;&'].reduce(
    (text, pair) => text.replaceAll(pair.slice(0, -1), pair.slice(-1)),
    xml,
  )

// The failed tests of a report in JUnit's format: the name of each, with the first lines of its failure. A browser test
// that passes only at its second try has a "flakyFailure", and counts as failed.
function failuresIn(report) {
  return report.split('<testcase ').flatMap((test) => {
    const failure = /<(failure|error|flakyFailure|flakyError)\b/.exec(test)
    if (!failure) return []
    const [, name] = /(?:^|\s)name="([^"]*)"/.exec(test)
    const lines = test
      .slice(failure.index)
      .replaceAll(/<!\[CDATA\[|\]\]>|<[^>]*>/g, '')
      .split('\n')
    const first = lines.filter((line) => line.trim()).slice(0, 12)
    return [unescaped([name, ...first.map((line) => `  ${line.slice(0, 240)}`)].join('\n'))]
  })
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
const failures = []
const unexplained = new Set(failedScripts)
for (const file of existsSync(reports) ? readdirSync(reports) : []) {
  if (!file.endsWith('.xml') || !run.has(`test:${file.split('.')[0]}`)) continue
  const report = readFileSync(new URL(file, reports), 'utf8')
  const tests = Number(/<testsuites[^>]* tests="(\d+)"/.exec(report)?.[1] ?? 0)
  const failuresHere = failuresIn(report)
  const passes = tests - failuresHere.length - (report.split('<skipped').length - 1)
  console.log(file.padEnd(12) + String(passes).padStart(8) + String(failuresHere.length).padStart(8))
  passed += passes
  failed += failuresHere.length
  failures.push(...failuresHere)
  if (failuresHere.length > 0) unexplained.delete(`test:${file.split('.')[0]}`)
}
// A script that fails without a failed test counts as one failure.
failed += isPassed ? 0 : Math.max(unexplained.size, failed > 0 ? 0 : 1)
if (failedScripts.size > 0) console.log(`\nFailed: ${[...failedScripts].join(', ')}`)
for (const failure of failures) console.log(`\nFailed: ${failure}`)
const scan = new URL('scan.txt', reports)
if (run.has('scan') && existsSync(scan)) console.log(`\n${readFileSync(scan, 'utf8').trim()}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = isPassed && failed === 0 ? 0 : 1
