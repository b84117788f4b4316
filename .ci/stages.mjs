// Runs stages in parallel, as many at a time as allowed. A stage starts when the stages that it needs or comes after
// are done. If a stage fails, the others still run, except those that need it, which count as failed.
import { captured } from './command.mjs'

/** Runs the stages and resolves to a row for each, in the given order. */
export async function runStages(stages, { atOnce, minutes }) {
  const began = Date.now()
  const left = () => minutes - (Date.now() - began) / 60_000
  const rows = new Map()
  const waiting = [...stages]
  const running = new Map()
  const isOpen = (name) => !rows.has(name) && stages.some((stage) => stage.name === name)
  const heartbeat = setInterval(() => {
    const names = [...running].map(([name, { since }]) => `${name} (${clock(Date.now() - since)})`)
    console.log(`   ${clock(Date.now() - began)}  running: ${names.join(', ')}`)
  }, 30_000)

  const start = (stage) => {
    const since = Date.now()
    const work = async () => {
      await null // so that the stage is in running before it can finish
      const failedNeeds = (stage.needs ?? []).filter((name) => rows.get(name).failed > 0)
      let count = { passed: 0, failed: 1 }
      let output = `not run, because this failed: ${failedNeeds.join(', ')}\n`
      if (failedNeeds.length === 0) {
        const bound = Math.max(0.1, Math.min(stage.minutes, left()))
        const { result, output: printed } = await captured({ minutes: bound, nice: stage.nice }, stage.run)
        count = result ?? count
        output = printed
      }
      const milliseconds = Date.now() - since
      rows.set(stage.name, { name: stage.name, ...count, seconds: Math.round(milliseconds / 1000) })
      running.delete(stage.name)
      const title = `${stage.name} · ${count.failed > 0 ? 'FAILED' : 'passed'} · ${clock(milliseconds)} `
      console.log(`\n── ${title}${'─'.repeat(Math.max(0, 70 - title.length))}\n${output.trimEnd()}`)
    }
    running.set(stage.name, { since, done: work() })
  }

  while (rows.size < stages.length) {
    for (const stage of [...waiting]) {
      if (running.size >= atOnce) break
      if ([...(stage.needs ?? []), ...(stage.after ?? [])].some(isOpen)) continue
      waiting.splice(waiting.indexOf(stage), 1)
      start(stage)
    }
    await Promise.race([...running.values()].map(({ done }) => done))
  }
  clearInterval(heartbeat)
  return stages.map(({ name }) => rows.get(name))
}

function clock(milliseconds) {
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
