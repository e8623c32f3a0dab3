import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, faultsOfCluster, faultsOfServer, planFaults } from './fault-plan.ts'

const engines: Engine[] = ['sqlite', 'postgres']
const first = (engine: Engine, seed: number, count: number) => [...planFaults(engine, seed).take(count)]

test('[OPS-70] the same seed gives the same plan, and another seed another', () => {
  for (const engine of engines) {
    assert.deepEqual(first(engine, 7, 100), first(engine, 7, 100))
    assert.notDeepEqual(first(engine, 7, 100), first(engine, 8, 100))
  }
})

test('[OPS-70] a long plan has every kind of fault, each as long as it may last', () => {
  const sorts = { sqlite: faultsOfServer, postgres: faultsOfCluster }
  for (const engine of engines) {
    const plan = first(engine, 1, 1_000)
    assert.deepEqual(new Set(plan.map(({ kind }) => kind)), new Set(Object.keys(sorts[engine])))
    for (const { kind, lastsMs, node } of plan) {
      const [min, max] = { ...faultsOfServer, ...faultsOfCluster }[kind].lasts
      assert.ok(lastsMs >= min && lastsMs <= max, `${kind} lasts ${lastsMs} ms`)
      assert.ok(node >= 0 && node < 3)
    }
  }
})
