import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareWithLog, Ledger } from './ledger.ts'

const known = () => {
  const ledger = new Ledger()
  ledger.settle('board', ['kept', 'also kept'], 'acknowledged')
  ledger.settle('board', ['perhaps'], 'unknown')
  ledger.settle('board', ['never'], 'refused')
  return ledger
}
const compare = (logged: Record<string, number>) =>
  compareWithLog(known().marksOf('board'), new Map(Object.entries(logged)))

test('[OPS-71] an unknown change may have taken effect or not, the others did as their responses said', () => {
  assert.deepEqual(compare({ kept: 1, 'also kept': 1 }), [])
  assert.deepEqual(compare({ kept: 1, 'also kept': 1, perhaps: 1 }), [])
  assert.deepEqual(known().counts, { acknowledged: 2, unknown: 1, refused: 1 })
  assert.equal(known().marksOf('another').size, 0)
})

test('[OPS-71] lost, doubled, refused and unsent changes are found', () => {
  assert.deepEqual(compare({ kept: 1 }), ['also kept was acknowledged and is not in the log'])
  assert.deepEqual(compare({ kept: 2, 'also kept': 1, perhaps: 2 }), [
    'kept is in the log 2 times',
    'perhaps is in the log 2 times',
  ])
  assert.deepEqual(compare({ kept: 1, 'also kept': 1, never: 1 }), ['never was refused and is in the log'])
  assert.deepEqual(compare({ kept: 1, 'also kept': 1, strange: 1 }), [
    'strange is in the log, and no client has sent it',
  ])
})
