import assert from 'node:assert/strict'
import test from 'node:test'
import { runStages } from './stages.mjs'

const stage = (name, failed, needs) => ({ name, needs, minutes: 1, run: async () => ({ passed: 1 - failed, failed }) })

test('A stage whose requirement has failed is not run, and the others are', async () => {
  const rows = await runStages(
    [stage('compile', 1), stage('build', 0, ['compile']), stage('browser', 0, ['build']), stage('lint', 0)],
    { atOnce: 2, minutes: 1 },
  )
  assert.deepEqual(
    rows.map(({ name, failed }) => [name, failed]),
    [
      ['compile', 1],
      ['build', 1],
      ['browser', 1],
      ['lint', 0],
    ],
  )
})

test('A stage runs after another one that it does not need, whether that one fails or is not there', async () => {
  const order = []
  const noted = (name, failed, after) => ({
    ...stage(name, failed),
    after,
    run: async () => {
      order.push(name)
      return { passed: 1 - failed, failed }
    },
  })
  const rows = await runStages([noted('vet', 0, ['tests', 'race']), noted('tests', 1)], { atOnce: 2, minutes: 1 })
  assert.deepEqual(order, ['tests', 'vet'])
  assert.deepEqual(
    rows.map(({ name, failed }) => [name, failed]),
    [
      ['vet', 0],
      ['tests', 1],
    ],
  )
})
