import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PauseClock } from './pause-clock.ts'

function started() {
  const time = { ms: 0 }
  const clock = new PauseClock(5_000, () => time.ms)
  clock.add('a')
  clock.add('b')
  return { clock, time }
}

test('[OPS-74] a pause is measured for each board, and lists the faults during it', () => {
  const { clock, time } = started()
  const end = clock.fault('kill node')
  time.ms = 1_000
  clock.acknowledged('a')
  end()
  time.ms = 6_000
  clock.acknowledged('b')
  assert.deepEqual(clock.longest, { ms: 6_000, board: 'b', faults: ['kill node'] })
  assert.deepEqual(clock.tooLong, [clock.longest])
  assert.equal(clock.longestByFault.get('kill node'), 6_000)
  time.ms = 7_000
  clock.end()
  assert.deepEqual(clock.tooLong.length, 2, 'a was not written any more')
})

test('[OPS-74] the clock stops while a pause is expected, and restarts at zero', () => {
  const { clock, time } = started()
  time.ms = 4_000
  const [first, second] = [clock.halt(), clock.halt()]
  time.ms = 60_000
  first()
  time.ms = 90_000
  second()
  time.ms = 94_000
  clock.acknowledged('a')
  clock.acknowledged('b')
  assert.deepEqual(clock.tooLong, [])
  assert.equal(clock.longest?.ms, 4_000)
})
