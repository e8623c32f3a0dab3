// Tests a commit whose response is lost: whether it took effect is unknown, so the server does not run it again.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPostgresProxy } from '../../testing/postgres-proxy.ts'
import { migratedLocation, testEngine } from '../../testing/test-database.ts'
import { worldWith } from '../../testing/world.ts'

// These are cleaned up after those of the world, whose app still uses the proxy.
const closers: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closers) await close()
})

if (testEngine === 'postgres')
  test('[CLU-6] a change whose commit got no response is a 503, and the same request again gets the stored response', async () => {
    const { settings, drop } = await migratedLocation()
    const proxy = await openPostgresProxy(settings.databaseUrl as string)
    closers.push(() => proxy.close(), drop)
    const { ann, board, send } = await worldWith({ databaseUrl: proxy.url }, { hasProcessing: false, hasWorker: false })
    const post = (text: string) =>
      send(`/api/workspaces/${board}/notes`, {
        as: ann,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': text },
        body: JSON.stringify({ text }),
      })
    // The commit is sent together with this statement.
    const cut = proxy.cutAfter('insert into "events"')
    const first = await post('once')
    await cut
    assert.equal(first.status, 503)
    assert.ok(Number(first.headers.get('retry-after')) > 0)
    const again = await post('once')
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const { events } = await ann.events.list(board)
    assert.deepEqual(
      events.map(({ seq, note }) => [seq, note?.text]),
      [[1, 'once']],
    )
  })
