// Runs other programs in the project's folder. Within captured(), their output is collected and they have a time limit.
// Otherwise they use the terminal.
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const capture = new AsyncLocalStorage()

/**
 * Runs a task and collects the output of the task and its programs. Resolves to its result and
 * output. After the time limit, its programs are killed and its result is null.
 */
export async function captured({ minutes, nice = 0 }, task) {
  const store = { output: [], children: new Set(), nice, isOver: false }
  let timer
  const limit = new Promise((resolve) => {
    timer = setTimeout(() => {
      store.isOver = true
      store.output.push(`\nended after ${Math.round(minutes)} minutes\n`)
      killAll(store.children)
      resolve(null)
    }, minutes * 60_000)
  })
  try {
    const result = await Promise.race([capture.run(store, task), limit])
    return { result, output: store.output.join('') }
  } catch (error) {
    return { result: null, output: `${store.output.join('')}\n${error.stack}\n` }
  } finally {
    clearTimeout(timer)
  }
}

/** Prints a line, or collects it within captured(). */
export function print(line) {
  const store = capture.getStore()
  if (store) store.output.push(`${line}\n`)
  else console.log(line)
}

/** Runs a program and resolves to its exit code. */
export function run(program, args, { env = {} } = {}) {
  const store = capture.getStore()
  const child = start(program, args, store ? ['ignore', 'pipe', 'pipe'] : 'inherit', env)
  if (store) keep(store, child.stdout, child.stderr)
  return ended(child, program)
}

/** Runs a program without printing and resolves to its exit code and output. */
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

/** Runs a program, passes on each line of its output, and resolves to its exit code. */
export async function follow(program, args, onLine, { env = {} } = {}) {
  const store = capture.getStore()
  const child = start(program, args, ['ignore', 'pipe', store ? 'pipe' : 'inherit'], env)
  if (store) keep(store, child.stderr)
  const lines = createInterface({ input: child.stdout }).on('line', onLine)
  const read = once(lines, 'close')
  const code = await ended(child, program)
  await read
  return code
}

/** Ends this program with a message for the user. */
export function stop(sentence) {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}

function start(program, args, stdio, env) {
  const store = capture.getStore()
  if (store?.isOver) throw new Error(`${program} is not started: the time is over`)
  // Each program gets its own process group, so that the time limit also ends the programs that it has started.
  const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env }, detached: Boolean(store) })
  if (!store || child.pid === undefined) return child
  store.children.add(child)
  running.add(child)
  child.once('exit', () => {
    store.children.delete(child)
    running.delete(child)
  })
  if (store.nice > 0) {
    try {
      setPriority(child.pid, store.nice)
    } catch {} // it has already ended
  }
  return child
}

function ended(child, program) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      print(`${program}: ${error.message}`)
      resolve(127)
    })
    child.once('close', (code) => resolve(code ?? 128))
  })
}

function keep(store, ...streams) {
  for (const stream of streams) stream.setEncoding('utf8').on('data', (text) => store.output.push(text))
}

const running = new Set()

function killAll(children) {
  for (const child of children) {
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
    } catch {} // it has already ended
  }
}

// Captured programs run in their own process groups, so the terminal's Ctrl-C does not reach them.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(signal, () => {
    if (running.size === 0 && process.listenerCount(signal) > 1) return // the script handles the signal itself
    killAll(running)
    process.exit(code)
  })
}
