import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { shareReads } from './share-reads.ts'

const asked = (grant_id: string, url: string) => ({ claim: { user_id: 1, grant_id }, url })

test('equal reads of one moment are one look, which begins when all have come', async () => {
  const looks: string[] = []
  const read = shareReads(async ({ claim, url }) => `${claim.grant_id} ${url} ${looks.push(url)}`)
  const together = [read(asked('a', '/x')), read(asked('a', '/x')), read(asked('a', '/y')), read(asked('b', '/x'))]
  assert.deepEqual(looks, [])
  assert.deepEqual(await Promise.all(together), ['a /x 1', 'a /x 1', 'a /y 2', 'b /x 3'])
})

test('a read that comes while another is under way is a look of its own', async () => {
  let looks = 0
  const finish: (() => void)[] = []
  const read = shareReads(async () => {
    looks += 1
    await new Promise<void>(resolve => finish.push(resolve))
    return looks
  })
  const first = read(asked('a', '/x'))
  await nextTurn()
  const second = read(asked('a', '/x'))
  await nextTurn()
  assert.equal(looks, 2)
  for (const end of finish) end()
  await Promise.all([first, second])
})

test('a failure reaches everybody who shared the look, and nobody later', async () => {
  let isDown = true
  const read = shareReads(async () => {
    if (isDown) throw new Error('down')
    return 'up'
  })
  const results = await Promise.allSettled([read(asked('a', '/x')), read(asked('a', '/x'))])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isDown = false
  assert.equal(await read(asked('a', '/x')), 'up')
})
