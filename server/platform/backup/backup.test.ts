// Backup and restore: the same rows and files come back, during writes and on either engine.

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { fillTables, readTables } from '../../testing/database-rows.ts'
import { testDatabase, testEngine } from '../../testing/test-database.ts'
import { migrate } from '../db/migrate.ts'
import type { Migration } from '../db/migration.ts'
import { migrations } from '../db/migrations/index.ts'
import { openDiskStorage } from '../files/disk-storage.ts'
import type { FileStorage } from '../files/file-storage.ts'
import type { Database } from '../sql/database.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
})
after(() => rm(folder, { recursive: true, force: true }))

interface Store {
  readonly db: Database
  readonly files: FileStorage
}

async function newStore(t: TestContext, engine = testEngine): Promise<Store> {
  const { db, settings, drop } = await testDatabase(engine)
  t.after(drop)
  return { db, files: await openDiskStorage(join(settings.dataDir, 'files')) }
}

const putFile = (files: FileStorage, content: string | Buffer) =>
  files.put(
    (async function* () {
      yield Buffer.from(content)
    })(),
    { maxBytes: 2 ** 30 },
  )

const contentsOf = async ({ files }: Store) => {
  const contents: Record<string, string> = {}
  for await (const { hash } of files.list())
    contents[hash] = Buffer.concat(await Array.fromAsync(await files.open(hash))).toString('base64')
  return contents
}

test('[STO-10] every row of every table and every file is restored unchanged', async t => {
  const source = await newStore(t)
  const target = await newStore(t)
  await fillTables(source.db, 250)
  for (const content of ['', 'a', 'b'.repeat(512), Buffer.alloc(300_000, 7)]) await putFile(source.files, content)
  const path = join(folder, 'whole')
  const manifest = await backUp(source.db, source.files, path)
  assert.equal(manifest.files.count, 8) // four, written again as files stored during the backup
  assert.equal(manifest.tables.users?.count, 250)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  await restore(target.db, target.files, path)
  assert.deepEqual(await readTables(target.db), await readTables(source.db))
  assert.deepEqual(await contentsOf(target), await contentsOf(source))
})

test('[STO-10] an empty database is restored as an empty one', async t => {
  const source = await newStore(t)
  const target = await newStore(t)
  await backUp(source.db, source.files, join(folder, 'empty'))
  await restore(target.db, target.files, join(folder, 'empty'))
  assert.deepEqual(await readTables(target.db), await readTables(source.db))
})

const person = (email: string) => {
  const names = { first_name: '', last_name: '', industry: '', phone_number: '' }
  return { email, email_key: email, ...names, created_at: '', updated_at: '' }
}
const addUser = (db: Database, email: string) =>
  db.write(tx => tx.insertInto('users').values(person(email)).returning('id').executeTakeFirstOrThrow())

test('[STO-10] an id that was generated once is not generated again after a restore', async t => {
  const source = await newStore(t)
  const target = await newStore(t)
  await addUser(source.db, 'a')
  const gone = await addUser(source.db, 'b')
  await source.db.write(tx => tx.deleteFrom('users').where('id', '=', gone.id).execute())
  await backUp(source.db, source.files, join(folder, 'ids'))
  await restore(target.db, target.files, join(folder, 'ids'))
  assert.equal((await addUser(target.db, 'c')).id, gone.id + 1)
})

test('[STO-10] foreign keys hold after a restore', async t => {
  const source = await newStore(t)
  const target = await newStore(t)
  await fillTables(source.db)
  await backUp(source.db, source.files, join(folder, 'keys'))
  await restore(target.db, target.files, join(folder, 'keys'))
  const orphan = { user_id: 404, workspace_id: 1 }
  await assert.rejects(target.db.write(tx => tx.insertInto('favorites').values(orphan).execute()))
  await target.db.write(tx => tx.deleteFrom('users').where('id', '=', 1).execute())
  const left = await target.db.read.selectFrom('grants').select('id').where('user_id', '=', 1).execute()
  assert.deepEqual(left, [])
})

// Each change adds a file, a row that references it and an event, and increments the seq of the workspace.
async function change({ db, files }: Store, number: number): Promise<void> {
  const { hash, size } = await putFile(files, `file ${number} ${Math.random()}`)
  await db.write(async tx => {
    await tx.updateTable('workspaces').set({ seq: sql`seq + 1` }).where('id', '=', 1).execute()
    await tx.insertInto('files').values({ hash, size, mime: '', created_at: '' }).execute()
    await sql`
      insert into events (workspace_id, seq, id, type, kind, actor_id, created_at, prior_seq, data)
      select 1, seq, ${hash}, '', '', 1, '', 0, '' from workspaces where id = 1`.execute(tx)
  })
}

async function assertConsistent(store: Store): Promise<number> {
  const { seq } = await store.db.read
    .selectFrom('workspaces')
    .select('seq')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const events = await store.db.read.selectFrom('events').select(['seq', 'id']).orderBy('seq').execute()
  const rows = await store.db.read.selectFrom('files').select('hash').execute()
  assert.deepEqual(
    events.map(event => event.seq),
    Array.from({ length: seq }, (_, index) => index + 1),
  )
  assert.deepEqual(rows.map(row => row.hash).sort(), events.map(event => event.id).sort())
  for (const { hash } of rows) assert.notEqual(await store.files.size(hash), null)
  return seq
}

test('[STO-9] a backup during writes has the rows of one moment and their files', async t => {
  const source = await newStore(t)
  const target = await newStore(t)
  const workspace = {
    uid: 'u',
    organization_id: 1,
    name: '',
    description: '',
    public: 0,
    created_at: '',
    updated_at: '',
  }
  await source.db.rebuild(async tx => {
    const organization = {
      name: '',
      account_id: 1,
      plan_id: 1,
      plan_name: '',
      metadata: '',
      created_at: '',
      updated_at: '',
    }
    await tx
      .insertInto('organizations')
      .values({ ...organization, is_guest_invite_requires_approval: 0 })
      .execute()
    await tx.insertInto('workspaces').values(workspace).execute()
  })
  for (let number = 0; number < 10; number++) await change(source, number)

  let isOver = false
  const writing = Array.from({ length: 3 }, async () => {
    for (let number = 10; !isOver; number++) await change(source, number)
  })
  // Makes sure that changes happen before, between and after the parts of the backup.
  const files: Pick<FileStorage, 'list' | 'open'> = {
    open: hash => source.files.open(hash),
    async *list() {
      await change(source, 1)
      yield* source.files.list()
      await change(source, 2)
    },
  }
  await backUp(source.db, files, join(folder, 'live'))
  isOver = true
  await Promise.all(writing)

  await restore(target.db, target.files, join(folder, 'live'))
  const restored = await assertConsistent(target)
  const written = await assertConsistent(source)
  assert.ok(restored >= 12 && restored <= written - 2, `${restored} of ${written}`)
})

test('[STO-9] a backup that fails keeps the previous one and leaves no other file', async t => {
  const { db, files } = await newStore(t)
  await putFile(files, 'content')
  const own = await mkdtemp(join(folder, 'own-'))
  const path = join(own, 'nightly')
  await writeFile(path, 'the one before')
  const failing: typeof files = {
    ...files,
    async open() {
      throw new Error('the disk is gone')
    },
  }
  await assert.rejects(backUp(db, failing, path), /the disk is gone/)
  assert.deepEqual(await readdir(own), ['nightly'])
  assert.equal((await stat(path)).size, 'the one before'.length)
})

test('[STO-9] a backup that fails names the requested file and the reason, not its temporary file', async t => {
  const { db, files } = await newStore(t)
  const own = await mkdtemp(join(folder, 'own-'))
  const missing = join(own, 'missing')
  await assert.rejects(backUp(db, files, join(missing, 'nightly')), {
    message: `the backup ${join(missing, 'nightly')} could not be written: the folder ${missing} does not exist`,
  })
  const taken = join(own, 'taken')
  await mkdir(taken)
  await assert.rejects(backUp(db, files, taken), (error: Error) => {
    assert.ok(error.message.startsWith(`the backup ${taken} could not be written: EISDIR`), error.message)
    assert.doesNotMatch(error.message, /partial/)
    return true
  })
})

test('[STO-10] a database in use is rejected, or replaced on request', async t => {
  const source = await newStore(t)
  const target = await newStore(t)
  await fillTables(source.db)
  await backUp(source.db, source.files, join(folder, 'refused'))
  await addUser(target.db, 'another user')
  const before = await readTables(target.db)
  await assert.rejects(restore(target.db, target.files, join(folder, 'refused')), /already in use/)
  assert.deepEqual(await readTables(target.db), before)
  await restore(target.db, target.files, join(folder, 'refused'), { replace: true })
  assert.deepEqual(await readTables(target.db), await readTables(source.db))
})

test('[STO-10] a table of another program in the same database is neither saved nor changed', async t => {
  const { db, files } = await newStore(t)
  await db.rebuild(tx => sql`create table strangers (id integer)`.execute(tx))
  await db.write(tx => sql`insert into strangers values (1)`.execute(tx))
  const manifest = await backUp(db, files, join(folder, 'shared'))
  assert.equal(manifest.tables.strangers, undefined)
  await restore(db, files, join(folder, 'shared'), { replace: true })
  const { rows } = await sql<{ id: number }>`select id from strangers`.execute(db.read)
  assert.equal(rows[0]?.id, 1)
})

test('[STO-10] an older archive is migrated', async t => {
  const added: Migration = {
    name: '9999-later',
    async up(tx) {
      await sql`alter table users add column nickname text`.execute(tx)
      await sql`update users set nickname = 'known as ' || email`.execute(tx)
      await sql`create table later (id integer)`.execute(tx)
    },
  }
  const newer = [...migrations, added]
  const source = await newStore(t)
  const target = await newStore(t)
  await migrate(target.db, { migrations: newer })
  await addUser(source.db, 'ann')
  await backUp(source.db, source.files, join(folder, 'older'))
  await restore(target.db, target.files, join(folder, 'older'), { migrations: newer })
  const { rows } = await sql<{ nickname: string }>`select nickname from users`.execute(target.db.read)
  assert.equal(rows[0]?.nickname, 'known as ann')

  await backUp(target.db, target.files, join(folder, 'newer'), { migrations: newer })
  await assert.rejects(
    restore(source.db, source.files, join(folder, 'newer'), { replace: true }),
    /cannot be restored: it was made by a newer version of Tessera \(9999-later\)/,
  )
})

if (testEngine === 'postgres')
  test('[STO-10] from SQLite to PostgreSQL and back nothing is lost', async t => {
    const first = await newStore(t, 'sqlite')
    const second = await newStore(t, 'postgres')
    const third = await newStore(t, 'sqlite')
    await fillTables(first.db, 300)
    await addUser(first.db, 'the last')
    await putFile(first.files, 'content')
    await backUp(first.db, first.files, join(folder, 'there'))
    await restore(second.db, second.files, join(folder, 'there'))
    assert.deepEqual(await readTables(second.db), await readTables(first.db))
    await backUp(second.db, second.files, join(folder, 'back'))
    await restore(third.db, third.files, join(folder, 'back'))
    assert.deepEqual(await readTables(third.db), await readTables(first.db))
    assert.deepEqual(await contentsOf(third), await contentsOf(first))
    const ids = [await addUser(first.db, 'x'), await addUser(second.db, 'x'), await addUser(third.db, 'x')]
    assert.deepEqual(
      ids.map(({ id }) => id),
      [302, 302, 302],
    )
  })
