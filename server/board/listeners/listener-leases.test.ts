// Which process delivers to a listener, if several share a database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { FakeClock } from '../../testing/fake-clock.ts'
import { testEngine } from '../../testing/test-database.ts'
import { worldWithoutWorker } from '../../testing/world.ts'
import { ListenerLeases } from './listener-leases.ts'

const hourMs = 3_600_000

if (testEngine === 'postgres')
  test('[LIS-20] a listener belongs to one process for 15 seconds by the clock of the database, regardless of their clocks', async () => {
    const { ann, board, dependencies } = await worldWithoutWorker()
    const { db, sealedSecrets } = dependencies
    const { id } = await ann.listeners.create({ workspaceId: board, url: 'http://127.0.0.1:9/', eventTypes: ['ALL'] })
    await ann.notes.create(board, { text: 'pending' })
    const leasesOf = (nodeId: string, offsetMs: number) =>
      new ListenerLeases({
        db,
        log: pino({ level: 'silent' }),
        clock: new FakeClock(Date.now() + offsetMs),
        nodeId,
        sealedSecrets,
      })
    const [slow, fast] = [leasesOf('slow', -hourMs), leasesOf('fast', hourMs)]
    const claimedBy = async (leases: ListenerLeases) => (await leases.claim(undefined)).claimed.map(one => one.id)
    assert.deepEqual(await claimedBy(slow), [id])
    assert.deepEqual(await claimedBy(fast), [])

    const ago = new Date(Date.now() - 1).toISOString()
    await db.write(tx => tx.updateTable('listeners').set({ leased_until: ago }).execute())
    assert.deepEqual(await claimedBy(fast), [id])
    assert.deepEqual(await claimedBy(slow), [])
    slow.close()
    fast.close()
  })
