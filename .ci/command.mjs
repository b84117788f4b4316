// Running other programs, always from the project's folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program in the terminal and resolves to its exit code. */
export function run(program, args, { env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`)
      resolve(127)
    })
    child.once('close', (code) => resolve(code ?? 128))
  })
}

/** Runs a program in silence and resolves to its exit code and what it printed. */
export function ask(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 128, output }))
  })
}

/** Runs a program, hands over each line that it prints, and resolves to its exit code. */
export function follow(program, args, onLine, { env = {} } = {}) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'inherit']
    const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env } })
    const lines = createInterface({ input: child.stdout }).on('line', onLine)
    const read = once(lines, 'close')
    child.once('error', () => resolve(127))
    child.once('close', (code) => read.then(() => resolve(code ?? 128)))
  })
}

/** Ends with one sentence for the person at the keyboard. */
export function stop(sentence) {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}
