// Tests a server that freezes, or is disconnected from PostgreSQL, while it has locked a workspace: the others
// continue.

import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openPostgres } from '../platform/db/postgres-database.ts'
import type { Database } from '../platform/sql/database.ts'
import { openPostgresProxy } from '../testing/postgres-proxy.ts'
import { createPeople, startProcess } from '../testing/server-process.ts'
import { migratedLocation, testEngine } from '../testing/test-database.ts'
import { until } from '../testing/until.ts'

if (testEngine === 'postgres')
  test('[CLU-1] [CLU-2] a server that freezes in a transaction blocks one workspace for a moment, and no other', async () => {
    const { settings, drop } = await migratedLocation()
    const { ann, organization } = await createPeople(settings)
    const databaseUrl = settings.databaseUrl as string
    const proxy = await openPostgresProxy(databaseUrl)
    const db = await openPostgres(databaseUrl)
    after(async () => {
      await Promise.all([proxy.close(), db.close()])
      await drop()
    })
    const frozen = await startProcess({ ...settings, databaseUrl: proxy.url })
    after(frozen.kill)
    const healthy = await startProcess({ databaseUrl, dataDir: await mkdtemp(join(settings.dataDir, 'healthy-')) })
    after(healthy.kill)
    const [there, here] = [ann.at(frozen.url), ann.at(healthy.url)]
    const create = async (name: string) =>
      (await here.workspaces.create(organization, { name })).workspace.properties.uid
    const [held, other] = [await create('Held'), await create('Other')]

    const cut = proxy.cutAfter('no key update skip locked')
    const lost = there.notes.create(held, { text: 'lost' }).catch((error: { status?: number }) => error.status)
    await cut
    await until(() => isLocked(db, held))
    frozen.freeze()

    let isHeld = true
    const waiting = here.notes.create(held, { text: 'waits' }).finally(() => {
      isHeld = false
    })
    for (const text of ['a', 'b', 'c']) await here.notes.create(other, { text })
    assert.equal(isHeld, true, 'the changes of another workspace have waited')
    await waiting

    frozen.resume()
    assert.equal(await lost, 503)
    await there.notes.create(held, { text: 'again' })
    const { events } = await here.events.list(held)
    assert.deepEqual(
      events.map(({ seq, note }) => [seq, note?.text]),
      [
        [1, 'waits'],
        [2, 'again'],
      ],
    )
  })

async function isLocked(db: Database, uid: string): Promise<boolean> {
  const { rows } = await sql`select 1 from workspaces where uid = ${uid} for update skip locked`.execute(db.read)
  return rows.length === 0
}
