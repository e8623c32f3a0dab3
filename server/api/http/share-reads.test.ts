import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { shareReads } from './share-reads.ts'

const request = (grant_id: string, url: string) => ({ claim: { user_id: 1, grant_id }, url })

test('equal concurrent reads share one query, which starts after all have arrived', async () => {
  const queries: string[] = []
  const read = shareReads(async ({ claim, url }) => `${claim.grant_id} ${url} ${queries.push(url)}`)
  const together = [
    read(request('a', '/x')),
    read(request('a', '/x')),
    read(request('a', '/y')),
    read(request('b', '/x')),
  ]
  assert.deepEqual(queries, [])
  assert.deepEqual(await Promise.all(together), ['a /x 1', 'a /x 1', 'a /y 2', 'b /x 3'])
})

test('a read that arrives during another runs its own query', async () => {
  let queries = 0
  const finish: (() => void)[] = []
  const read = shareReads(async () => {
    queries += 1
    await new Promise<void>(resolve => finish.push(resolve))
    return queries
  })
  const first = read(request('a', '/x'))
  await nextTurn()
  const second = read(request('a', '/x'))
  await nextTurn()
  assert.equal(queries, 2)
  for (const end of finish) end()
  await Promise.all([first, second])
})

test('a failure reaches all reads that shared the query, and no later ones', async () => {
  let isDown = true
  const read = shareReads(async () => {
    if (isDown) throw new Error('down')
    return 'up'
  })
  const results = await Promise.allSettled([read(request('a', '/x')), read(request('a', '/x'))])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isDown = false
  assert.equal(await read(request('a', '/x')), 'up')
})
