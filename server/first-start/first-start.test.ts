// Tests the first start: what it creates, and that it happens once.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect } from '@tessera/client'
import { kindNames } from '@tessera/contract'
import { pino } from 'pino'
import { createGrant } from '../accounts/grants/grants.ts'
import { findUserByEmail } from '../accounts/identity/user-accounts.ts'
import { isPassword } from '../accounts/passwords/password-hash.ts'
import { openApp } from '../app.ts'
import { type Dependencies, openDependencies } from '../dependencies.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { readStored } from '../platform/files/byte-source.ts'
import { detectDocument, detectImage } from '../platform/files/detect-file-type.ts'
import { stateOf } from '../testing/database-state.ts'
import { testDatabase } from '../testing/test-database.ts'
import { firstStart } from './first-start.ts'
import { makeDocument } from './sample-pages.ts'

async function emptyStore(settings: Partial<Config> = {}): Promise<Dependencies> {
  const { db, settings: location, drop } = await testDatabase()
  await db.close()
  const config = { ...readConfig({ LOG_LEVEL: 'silent' }), ...location, databaseUrl: location.databaseUrl, ...settings }
  const dependencies = await openDependencies(config)
  after(async () => {
    await dependencies.db.close()
    await drop()
  })
  return dependencies
}

async function signedIn(dependencies: Dependencies, email: string) {
  const app = await openApp(dependencies, pino({ level: 'silent' }), { hasWorker: false })
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' })
  after(() => app.http.close())
  const user = await findUserByEmail(dependencies.db.read, email)
  const user_id = user?.id as number
  const now = new Date().toISOString()
  const grant = await dependencies.db.write(tx =>
    createGrant(tx, { user_id, kind: 'personal', name: 'test', now, lifeSeconds: 3_600 }),
  )
  const token = await dependencies.tokens.issueAccessToken({ user_id, grant_id: grant.id, client_id: null })
  return connect({ url, token, retries: 0 })
}

const count = async ({ db }: Dependencies, table: 'users' | 'organizations' | 'workspaces' | 'objects') =>
  (await db.read.selectFrom(table).select(db.read.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()).rows

test('[ADR-8] the first start creates an organization and its Owner, who is also Admin of the application', async () => {
  const dependencies = await emptyStore({
    adminEmail: 'Olga@example.com',
    adminPassword: 'mosaic floor',
    isDemo: false,
  })
  assert.deepEqual(await firstStart(dependencies), { email: 'Olga@example.com', password: null })
  const olga = await signedIn(dependencies, 'olga@example.com')
  const { user } = await olga.users.me()
  assert.deepEqual([user.email, user.application_role?.name], ['Olga@example.com', 'Admin'])
  const { organizations } = await olga.users.listOrganizations('me')
  assert.deepEqual(
    organizations.map(({ name, organization_role }) => [name, organization_role.name]),
    [['My organization', 'Owner']],
  )
  const row = await findUserByEmail(dependencies.db.read, 'olga@example.com')
  assert.equal(await isPassword('mosaic floor', row?.password_hash ?? null), true)
})

test('[ADR-8] without a configured password one is generated, shown once and stored only as a hash', async () => {
  const dependencies = await emptyStore({ adminPassword: undefined })
  const made = await firstStart(dependencies)
  const password = made?.password as string
  assert.match(password, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  const row = await findUserByEmail(dependencies.db.read, 'admin@example.com')
  assert.equal(await isPassword(password, row?.password_hash ?? null), true)
  assert.equal(JSON.stringify(row).includes(password), false)
  const other = await firstStart(await emptyStore({ adminPassword: undefined }))
  assert.notEqual(other?.password, password)
})

test('[ADR-22] a placeholder, repeated letters or the address as ADMIN_PASSWORD is refused, on a first start only', async () => {
  const dependencies = await emptyStore({ adminEmail: 'Olga.Maier@board.org', isDemo: false })
  const startWith = (adminPassword: string) =>
    firstStart({ ...dependencies, config: { ...dependencies.config, adminPassword } })
  const refused = [
    'replace this',
    'changeme-2026',
    'aaaaaaaaaaaa',
    'AaAaAaAa',
    'abababababab',
    'olga.maier@board.org',
    'OLGA.MAIER@BOARD.ORG1',
    'Olga.Maier',
    'board.org',
  ]
  for (const password of refused) {
    await assert.rejects(startWith(password), /^Error: The setting ADMIN_PASSWORD is .+ must be .+/, password)
    assert.equal(await count(dependencies, 'users'), 0)
  }
  assert.ok(await startWith('mosaic floor'))
  for (const password of refused) assert.equal(await startWith(password), null)
})

test('[SGN-1] a common ADMIN_PASSWORD is refused at the first start, and nothing is created', async () => {
  const dependencies = await emptyStore({ adminPassword: 'Password123' })
  await assert.rejects(firstStart(dependencies), /ADMIN_PASSWORD is one of the most common passwords/)
  assert.deepEqual([await count(dependencies, 'organizations'), await count(dependencies, 'users')], [0, 0])
})

test('[ADR-9] the sample workspace shows every kind, strokes on an object and comments with a reply', async () => {
  const dependencies = await emptyStore({ adminPassword: 'mosaic floor' })
  await firstStart(dependencies)
  const admin = await signedIn(dependencies, 'admin@example.com')
  const { workspaces } = await admin.users.listWorkspaces('me')
  assert.equal(workspaces.length, 1)
  const { uid, workspace_role } = workspaces[0] as (typeof workspaces)[number]
  assert.equal(workspace_role.name, 'Owner')
  const { objects } = await admin.objects.list(uid)
  assert.deepEqual(new Set(objects.map(({ kind }) => kind)), new Set(kindNames))
  const { strokes } = await admin.strokes.list(uid)
  assert.deepEqual(new Set(strokes.map(({ targetType }) => targetType)), new Set([null, 'note']))

  const { events } = await admin.events.list(uid, { limit: 1000 })
  assert.deepEqual(
    events.map(({ seq }) => seq),
    events.map((_, index) => index + 1),
  )
  const comments = events.flatMap(({ comment }) => (comment ? [comment] : []))
  assert.deepEqual(
    comments.map(({ parent }) => parent),
    [null, comments[0]?.id],
  )
  assert.equal(events.length, objects.length + comments.length)
})

test('[ADR-9] the files of the sample have the declared types, and their processing is queued', async () => {
  const dependencies = await emptyStore({ adminPassword: 'mosaic floor' })
  await firstStart(dependencies)
  const rows = await dependencies.db.read.selectFrom('objects').selectAll().where('file_hash', 'is not', null).execute()
  for (const row of rows) {
    const hash = row.file_hash as string
    const size = (await dependencies.files.size(hash)) as number
    const head = Buffer.concat(await Array.fromAsync(await dependencies.files.open(hash, { start: 0, end: 8191 })))
    const known = JSON.parse(row.data)
    if (row.kind === 'image') {
      const { mime, width, height } = await detectImage(head, readStored(dependencies.files, hash), size)
      assert.deepEqual([mime, width, height], [known.$.file.mime, known.width, known.height])
    } else {
      const { type, mime } = await detectDocument(head, readStored(dependencies.files, hash), size)
      assert.deepEqual([mime, type], [known.$.file.mime, known.type])
    }
  }
  const jobs = await dependencies.db.read.selectFrom('jobs').select('name').orderBy('id').execute()
  assert.deepEqual(jobs.map(({ name }) => name).sort(), ['process-document', 'process-image'])
})

test('the xref table of the sample document has the right offsets', () => {
  const text = makeDocument().toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const entries = [...text.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].map(match => Number(match[1]))
  assert.equal(text.slice(start, start + 4), 'xref')
  for (const [index, offset] of entries.entries()) assert.ok(text.startsWith(`${index + 1} 0 obj\n`, offset))
  for (const [, length, content] of text.matchAll(/<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
    assert.equal(content?.length, Number(length))
})

test('[ADR-9] with DEMO=0 there is no sample', async () => {
  const dependencies = await emptyStore({ isDemo: false, adminPassword: 'mosaic floor' })
  await firstStart(dependencies)
  assert.deepEqual([await count(dependencies, 'organizations'), await count(dependencies, 'workspaces')], [1, 0])
})

test('[ADR-10] a later start creates nothing and shows no password', async () => {
  const dependencies = await emptyStore()
  await firstStart(dependencies)
  const before = await stateOf(dependencies.db)
  assert.equal(
    await firstStart({ ...dependencies, config: { ...dependencies.config, adminEmail: 'other@example.com' } }),
    null,
  )
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[ADR-8] [ADR-10] if several servers start on one empty database, only one initializes it', async () => {
  const dependencies = await emptyStore()
  const second = await openDependencies(dependencies.config)
  const made = await Promise.all([
    firstStart(dependencies),
    firstStart(second),
    firstStart(dependencies),
    firstStart(second),
  ])
  await second.db.close()
  assert.equal(made.filter(one => one !== null).length, 1)
  const counts = [
    await count(dependencies, 'organizations'),
    await count(dependencies, 'users'),
    await count(dependencies, 'workspaces'),
  ]
  assert.deepEqual(counts, [1, 1, 1])
})
