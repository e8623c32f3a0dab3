// Tests the operator commands, while a server is running.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { SecretInput } from '@tessera/cli/secret-input'
import { connect } from '@tessera/client'
import { pino } from 'pino'
import { findUserByEmail } from '../accounts/identity/user-accounts.ts'
import { isPassword } from '../accounts/passwords/password-hash.ts'
import { type App, openApp } from '../app.ts'
import { openDependencies } from '../dependencies.ts'
import { firstStart } from '../first-start/first-start.ts'
import { readConfig } from '../platform/config/config.ts'
import type { DatabaseSettings } from '../platform/db/open-database.ts'
import { refused } from '../testing/assert-refused.ts'
import { type Outcome, runCommand, settingsFor, tessera } from '../testing/command-line.ts'
import { stateOf } from '../testing/database-state.ts'
import { allInState, waitForJobs } from '../testing/job-rows.ts'
import { startProcess } from '../testing/server-process.ts'
import { emptyLocation, testDatabase } from '../testing/test-database.ts'
import { visitor } from '../testing/visitor.ts'

let app: App
let url: string
let location: DatabaseSettings
let drop: () => Promise<void>

before(async () => {
  const made = await testDatabase()
  ;({ settings: location, drop } = made)
  await made.db.close()
  const config = { ...readConfig({ ADMIN_PASSWORD: 'mosaic floor' }), ...location, databaseUrl: location.databaseUrl }
  const dependencies = await openDependencies(config)
  await firstStart(dependencies)
  app = await openApp(dependencies, pino({ level: 'silent' }))
  // Processing the sample files would change the database in the middle of a test.
  await waitForJobs(dependencies.db, allInState('done'))
  url = await app.http.listen({ port: 0, host: '127.0.0.1' })
})

after(async () => {
  await app.close()
  await drop()
})

const run = (...args: string[]) => runCommand(args, settingsFor(location))

/** The standard output of a command that succeeded without errors. */
function outputOf({ status, stdout, stderr }: Outcome): string {
  assert.deepEqual([status, stderr], [0, ''])
  return stdout
}

const clientOf = async (email: string) =>
  connect({ url, token: outputOf(await run('token', '--email', email)), retries: 0 })

test('[ADR-14] [ADR-15] token prints an access token, and nothing else, that the running server accepts', async () => {
  const { status, stdout, stderr } = await tessera(settingsFor(location), 'token', '--email', 'ADMIN@example.com')
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  const admin = connect({ url, token: stdout.trim(), retries: 0 })
  assert.equal((await admin.users.me()).user.email, 'admin@example.com')
  assert.ok((await admin.tokens.list()).tokens.some(({ name }) => name === 'Command line'))
})

test('[ADR-15] [TOK-1] token takes a lifetime, which makes it a personal token, and scopes', async () => {
  const token = async (...options: string[]) => outputOf(await run('token', '--email', 'admin@example.com', ...options))
  const limited = connect({ url, token: await token('--scope', 'read'), retries: 0 })
  assert.equal((await limited.users.me()).user.email, 'admin@example.com')
  await refused(limited.tokens.list(), 403, 'ForbiddenError')
  const personal = await token('--days', '365', '--scope', 'admin read')
  assert.match(personal, /^tsr_[\w-]{43}$/)
  const { tokens } = await connect({ url, token: personal, retries: 0 }).tokens.list()
  const daySeconds = 24 * 60 * 60
  const listed = tokens.find(one => one.expires_at === Math.floor(Date.parse(one.created_at) / 1000) + 365 * daySeconds)
  assert.equal(listed?.scope, 'read admin')
})

test('[ADR-16] token issues for the actual URL of the server and warns if the settings name another', async () => {
  const { settings, db, drop } = await testDatabase()
  await db.close()
  const admin = { ADMIN_PASSWORD: 'mosaic floor', DEMO: '0' }
  const server = await startProcess(settings, { PUBLIC_URL: 'https://boards.example.org', ...admin })
  try {
    const tokenBy = (more: Record<string, string>) =>
      runCommand(['token', '--email', 'admin@example.com'], { ...settingsFor(settings), ...more })
    for (const more of [{}, { PORT: '0' }, { PUBLIC_URL: 'https://boards.example.org' }] as Record<string, string>[]) {
      const { stdout, stderr } = await tokenBy(more)
      assert.equal(stderr, '')
      const { user } = await connect({ url: server.url, token: stdout.trim(), retries: 0 }).users.me()
      assert.equal(user.email, 'admin@example.com')
    }
    for (const more of [{ PORT: '9191' }, { PUBLIC_URL: 'https://other.example.org' }] as Record<string, string>[]) {
      const { status, stdout, stderr } = await tokenBy(more)
      assert.equal(status, 0)
      assert.match(stdout, /^[\w-]+\.[\w-]+\.[\w-]+$/)
      assert.match(stderr, /the server last ran as https:\/\/boards\.example\.org/)
      const stranger = connect({ url: server.url, token: stdout.trim(), retries: 0 })
      await refused(stranger.users.me(), 401, 'Unauthorized')
    }
  } finally {
    await server.stop()
    await drop()
  }
})

test('[ADR-14] errors of a command go to standard error, with a failing exit status', async () => {
  const { status, stdout, stderr } = await tessera(settingsFor(location), 'token', '--email', 'nobody@example.com')
  assert.deepEqual([status, stdout, stderr], [2, '', 'There is no user with the address nobody@example.com.\n'])
})

test('[ADR-15] user creates an accepted member of the first organization, as User or as its Admin', async () => {
  for (const [email, more, role] of [
    ['uma@example.com', [], 'User'],
    ['ada@example.com', ['--role', 'admin'], 'Admin'],
  ] as const) {
    const id = Number(outputOf(await run('user', '--email', email, '--password', 'correct horse', ...more)))
    const person = await clientOf(email)
    const { user } = await person.users.me()
    assert.deepEqual([user.id, user.email, user.application_role?.name], [id, email, 'User'])
    const { organizations } = await person.users.listOrganizations('me')
    assert.deepEqual(
      organizations.map(({ name, organization_role }) => [name, organization_role.name]),
      [['My organization', role]],
    )
    const row = await findUserByEmail(app.dependencies.db.read, email)
    assert.equal(await isPassword('correct horse', row?.password_hash ?? null), true)
  }
})

test('[ADR-15] organization creates one with that Owner and prints its id, which user accepts', async () => {
  const id = outputOf(await run('organization', '--name', ' Second ', '--owner', 'admin@example.com'))
  const admin = await clientOf('admin@example.com')
  const { organization } = await admin.organizations.get(Number(id))
  assert.deepEqual([organization.name, organization.owner.email], ['Second', 'admin@example.com'])
  outputOf(await run('user', '--email', 'otto@example.com', '--password', 'correct horse', '--organization', id))
  const otto = await clientOf('otto@example.com')
  assert.deepEqual((await otto.users.get('me')).user.organizations, [{ id: Number(id), name: 'Second' }])
})

test('[ADR-15] [USR-7] lock refuses a user in the running server, unlock lets them in again', async () => {
  outputOf(await run('user', '--email', 'lou@example.com', '--password', 'correct horse'))
  const lou = await clientOf('lou@example.com')
  outputOf(await run('lock', '--email', 'lou@example.com'))
  await refused(lou.users.me(), 401, 'Unauthorized')
  assert.equal((await run('token', '--email', 'lou@example.com')).status, 2)
  outputOf(await run('unlock', '--email', 'lou@example.com'))
  await refused(lou.users.me(), 401, 'Unauthorized')
  const again = await clientOf('lou@example.com')
  assert.equal((await again.users.me()).user.locked_at, null)
})

test('[ADR-15] app registers an application and prints its id and secret as JSON', async () => {
  const redirect = ['--redirect-uri', 'https://app.example.com/callback']
  const made = JSON.parse(outputOf(await run('app', '--name', 'Sketcher', ...redirect)))
  assert.deepEqual(Object.keys(made), ['client_id', 'client_secret'])
  const admin = await clientOf('admin@example.com')
  const { application } = await admin.applications.get(made.client_id)
  assert.deepEqual([application.name, application.redirect_uri], ['Sketcher', redirect[1]])
})

const invalid: Record<string, string[]> = {
  'no command': [],
  'an unknown command': ['explode'],
  'a name that every object has': ['constructor'],
  'a missing option': ['token'],
  'an unknown option': ['token', '--mail', 'admin@example.com'],
  'a word too many': ['token', '--email', 'admin@example.com', 'now'],
  'an option without a value': ['token', '--email'],
  'an unknown user': ['token', '--email', 'nobody@example.com'],
  'a lifetime that is too long': ['token', '--email', 'admin@example.com', '--days', '366'],
  'an unknown scope': ['token', '--email', 'admin@example.com', '--scope', 'read all'],
  'what is no address': ['user', '--email', 'x', '--password', 'correct horse'],
  'a short password': ['user', '--email', 'new@example.com', '--password', 'short'],
  'a common password': ['user', '--email', 'new@example.com', '--password', 'Password123'],
  'a link for nobody': ['user', '--email', 'nobody@example.com', '--reset'],
  'the address as password': ['user', '--email', 'new@example.com', '--password', 'NEW@example.com'],
  'an address that is taken': ['user', '--email', 'Admin@example.com', '--password', 'correct horse'],
  'an unknown role': ['user', '--email', 'new@example.com', '--password', 'correct horse', '--role', 'owner'],
  'an unknown organization': [
    'user',
    '--email',
    'new@example.com',
    '--password',
    'correct horse',
    '--organization',
    '77',
  ],
  'what is no organization': [
    'user',
    '--email',
    'new@example.com',
    '--password',
    'correct horse',
    '--organization',
    'x',
  ],
  'an empty name': ['organization', '--name', ' ', '--owner', 'admin@example.com'],
  'an unknown owner': ['organization', '--name', 'x', '--owner', 'nobody@example.com'],
  'a dangerous address': ['app', '--name', 'x', '--redirect-uri', 'javascript:alert(1)'],
  'no file': ['backup'],
}

test('[ADR-14] an invalid command prints an error, changes nothing and fails', async t => {
  const before = await stateOf(app.dependencies.db)
  for (const [name, args] of Object.entries(invalid)) {
    await t.test(name, async () => {
      const { status, stdout, stderr } = await run(...args)
      assert.deepEqual([status, stdout], [2, ''])
      assert.match(stderr, /^\S+ .+/)
    })
  }
  assert.deepEqual(await stateOf(app.dependencies.db), before)
})

test('[ADR-15] [STO-9] [STO-10] backup writes everything to a file, restore loads it into an empty database', async t => {
  const file = join(location.dataDir, 'everything.tar.gz')
  const before = await stateOf(app.dependencies.db)
  assert.match(outputOf(await run('backup', file)), /everything\.tar\.gz/)
  const other = await emptyLocation()
  t.after(other.drop)
  const settings = settingsFor(other.settings)
  outputOf(await runCommand(['restore', file], settings))
  const dependencies = await openDependencies({
    ...app.dependencies.config,
    ...other.settings,
    databaseUrl: other.settings.databaseUrl,
  })
  assert.deepEqual(await stateOf(dependencies.db), before)
  await dependencies.db.close()
  const again = await runCommand(['restore', file], settings)
  assert.deepEqual([again.status, again.stdout], [1, ''])
  assert.match(again.stderr, /in use/)
  const missing = await runCommand(['restore', `${file}.not`], settings)
  assert.equal(missing.status, 1)
})

test('[ADR-15] check has a line each for settings, database, jobs, files, disk and mail, and leaves nothing behind', async () => {
  const before = await Array.fromAsync(app.dependencies.files.list(), ({ hash }) => hash)
  const lines = outputOf(await run('check')).split('\n')
  assert.deepEqual(
    lines.map(line => line.replace(/,.*/, '')),
    ['settings: ok', 'database: ok', 'jobs: ok', 'files: ok', 'disk: ok', 'mail: ok'],
  )
  assert.match(lines[2] ?? '', /^jobs: ok, \d+ waiting, \d+ running, \d+ failed/)
  assert.match(lines[4] ?? '', /^disk: ok, \d+ MB of \d+ MB free in /)
  const full = await runCommand(['check'], { ...settingsFor(location), DISK_MIN_FREE_BYTES: '9000000000000000' })
  assert.equal(full.status, 1)
  assert.match(full.stdout + full.stderr, /^disk: only \d+ MB/m)
  assert.deepEqual(await Array.fromAsync(app.dependencies.files.list(), ({ hash }) => hash), before)
})

test('[ADR-15] [SSO-10] user --reset prints a link that sets a password, signs in and ends everything else', async () => {
  const email = 'reset@example.com'
  outputOf(await run('user', '--email', email, '--password', 'correct horse'))
  const old = await clientOf(email)
  const link = new URL(outputOf(await run('user', '--email', email, '--reset')))
  const path = link.pathname + link.search
  const browser = visitor(url)
  assert.equal((await browser.fillIn(path, { password: 'Password123' })).status, 400)
  const response = await browser.fillIn(path, { password: 'another horse' })
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/'])
  assert.equal((await browser.post('/session/token', {}, { 'x-tessera-session': '1' })).status, 200)
  await refused(old.users.me(), 401, 'Unauthorized')
  assert.equal((await visitor(url).get(path)).status, 410)
  assert.equal((await visitor(url).fillIn('/sign-in', { email, password: 'another horse' })).status, 303)
})

test('[ADR-15] [SSO-6] check reports whether the single sign-on provider can be used', async t => {
  const metadata = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  })
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata(issuer))),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const check = async (OIDC_ISSUER: string) => {
    const { status, stdout } = await runCommand(['check'], {
      ...settingsFor(location),
      OIDC_ISSUER,
      OIDC_CLIENT_ID: 'x',
    })
    return [status, stdout.split('\n').find(line => line.startsWith('single sign-on: '))] as const
  }
  const [status, line] = await check(issuer)
  assert.equal(status, 0)
  assert.match(line ?? '', new RegExp(`^single sign-on: ok, ${issuer}.*/sign-in/oidc/callback$`))
  const [failed, reason] = await check('http://127.0.0.1:9099')
  assert.equal(failed, 1)
  assert.match(reason ?? '', /^single sign-on: OIDC_ISSUER http:\/\/127\.0\.0\.1:9099 cannot be used: .*ECONNREFUSED/)
})

test('[ADR-15] check reports what is wrong, and fails', async () => {
  const wrongSetting = await runCommand(['check'], { ...settingsFor(location), PORT: 'x' })
  assert.equal(wrongSetting.status, 1)
  assert.match(wrongSetting.stdout, /^settings: The setting PORT/)
  const unreachable = await runCommand(['check'], {
    ...settingsFor(location),
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
  })
  assert.equal(unreachable.status, 1)
  assert.match(unreachable.stdout, /^settings: ok.*\ndatabase: the database at 127\.0\.0\.1:1/)
})

test('[ADR-14] with an unreachable database a command fails with a clear error', async () => {
  const settings = { ...settingsFor(location), DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  const { status, stderr } = await runCommand(['token', '--email', 'admin@example.com'], settings)
  assert.equal(status, 1)
  assert.match(stderr, /^the database at 127\.0\.0\.1:1\/none is not reachable/)
  const invalidSetting = await runCommand(['token', '--email', 'admin@example.com'], { ...settings, DEMO: 'maybe' })
  assert.equal(invalidSetting.status, 2)
  assert.match(invalidSetting.stderr, /^The setting DEMO/)
})

test('[ADR-14] -h, --help and help print the commands, and <command> --help one of them', async () => {
  const text = outputOf(await run('help'))
  for (const args of [['-h'], ['--help']]) assert.equal(outputOf(await run(...args)), text)
  assert.match(text, /^Usage: npm run -s tessera -- <command>/)
  for (const command of ['token', 'user', 'check']) {
    const described = outputOf(await run(command, '--help'))
    assert.match(described, new RegExp(`^Usage: npm run -s tessera -- ${command}\\b`))
    assert.equal(outputOf(await run(command, '-h')), described)
    assert.equal(outputOf(await run('help', command)), described)
  }
})

test('[ADR-14] --version prints the version', async () => {
  for (const option of ['--version', '-v']) assert.match(outputOf(await run(option)), /^\d+\.\d+\.\d+$/)
})

test('[ADR-14] a mistyped command gets the nearest one as a suggestion', async () => {
  for (const [typed, meant] of [
    ['tokn', 'token'],
    ['organisation', 'organization'],
    ['Backup', 'backup'],
    ['chekc', 'check'],
  ] as const) {
    const { status, stderr } = await run(typed)
    assert.equal(status, 2)
    assert.match(stderr, new RegExp(`^Unknown command ${typed}\\. Did you mean ${meant}\\?`))
  }
  assert.doesNotMatch((await run('explode')).stderr, /Did you mean/)
})

const input = (text: string, isTerminal = false): SecretInput => ({
  isTerminal,
  readAll: async () => text,
  prompt: async () => text,
})

test('[ADR-17] a password comes from standard input or a prompt instead of the command line', async () => {
  const cases: [string, string[], SecretInput][] = [
    ['piped@example.com', ['--password-stdin'], input('correct horse\n')],
    ['dashed@example.com', ['--password', '-'], input('correct horse\r\n')],
    ['typed@example.com', [], input('correct horse', true)],
  ]
  for (const [email, more, given] of cases) {
    outputOf(await runCommand(['user', '--email', email, ...more], settingsFor(location), given))
    const row = await findUserByEmail(app.dependencies.db.read, email)
    assert.equal(await isPassword('correct horse', row?.password_hash ?? null), true)
  }
  for (const [more, given] of [
    [['--password-stdin'], input('')],
    [['--password-stdin'], input('short\n')],
    [[], input('correct horse')],
  ] as const) {
    const { status, stdout } = await runCommand(
      ['user', '--email', 'other@example.com', ...more],
      settingsFor(location),
      given,
    )
    assert.deepEqual([status, stdout], [2, ''])
  }
})

test('[ADR-17] the command line reads a password from its standard input', async () => {
  const program = join(import.meta.dirname, '../cli.ts')
  const args = [program, 'user', '--email', 'stdin@example.com', '--password-stdin']
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { PATH, NODE_COMPILE_CACHE, ...settingsFor(location) },
    input: 'correct horse\n',
    encoding: 'utf8',
  })
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, /^\d+\n$/)
})

test('[ADR-15] [CLU-14] check reports a Redis that does not respond', async () => {
  const unreachable = await runCommand(['check'], {
    ...settingsFor(location),
    REDIS_URL: 'redis://:hunter22@127.0.0.1:1',
  })
  assert.equal(unreachable.status, 1)
  assert.match(
    unreachable.stdout,
    /^Redis: REDIS_URL: Redis at 127\.0\.0\.1:1 does not respond: .+; .*(works without it|PostgreSQL carries).*$/m,
  )
  assert.doesNotMatch(unreachable.stdout, /hunter22/)
})

test('[ADR-15] [PRG-10] clients lists the clients that registered themselves, and deletes one', async () => {
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/register',
    payload: { redirect_uris: ['https://app.example.com/'], token_endpoint_auth_method: 'none' },
  })
  const { client_id } = response.json()
  const listed = JSON.parse(outputOf(await run('clients')))
  assert.deepEqual(
    listed.map((one: { client_id: string; name: string }) => [one.client_id, one.name]),
    [[client_id, 'app.example.com']],
  )
  assert.match(outputOf(await run('clients', '--delete', client_id)), /was deleted/)
  assert.equal(outputOf(await run('clients')), '[]')
  assert.equal((await run('clients', '--delete', client_id)).status, 2)
})

test('[ADR-15] user list shows users with their state, all or those that match', async () => {
  outputOf(await run('user', '--email', 'zoe.list@example.com', '--password', 'correct horse'))
  outputOf(await run('lock', '--email', 'zoe.list@example.com'))
  assert.match(outputOf(await run('user', 'list', '--query', 'ZOE.')), /^\d+ +zoe\.list@example\.com +person +locked$/m)
  const { users } = JSON.parse(outputOf(await run('user', 'list', '--json')))
  assert.ok(users.length > 1)
  assert.equal(users.find((one: { email: string }) => one.email === 'admin@example.com').state, 'active')
  assert.match((await run('user', 'lits')).stderr, /Did you mean user list\?/)
})

test('[ADR-15] jobs counts jobs, lists the failed ones and retries them', async () => {
  const { db } = app.dependencies
  const failed = { name: 'send-invitation', state: 'dead' as const, finished_at: new Date().toISOString() }
  const job = await db.read.selectFrom('jobs').selectAll().limit(1).executeTakeFirstOrThrow()
  const { id: _id, ...columns } = job
  const row = { ...columns, ...failed, key: 'jobs-test', last_error: 'mail server\ngone' }
  const { id } = await db.write(tx => tx.insertInto('jobs').values(row).returning('id').executeTakeFirstOrThrow())
  assert.match(outputOf(await run('jobs')), /^send-invitation( +\d+){5} +1$/m)
  assert.match(outputOf(await run('jobs', 'failed')), new RegExp(`^${id} +send-invitation .* mail server gone$`, 'm'))
  assert.equal((await run('jobs', 'retry', '999999')).status, 2)
  assert.equal((await run('jobs', 'retry', 'some')).status, 2)
  assert.equal(outputOf(await run('jobs', 'retry', String(id))), '1 job will be retried.')
  assert.equal(outputOf(await run('jobs', 'failed')), 'No job has failed.')
  await db.write(tx => tx.deleteFrom('jobs').where('id', '=', id).execute())
})

test('[ADR-15] help names every command', async () => {
  const text = outputOf(await run('help'))
  for (const command of 'token user organization lock unlock app clients backup restore rotate-keys check help'.split(
    ' ',
  ))
    assert.match(text, new RegExp(`^  ${command}\\b`, 'm'))
})

test('[EXP-8] export writes a workspace to a file beside a running server, and says what is wrong otherwise', async () => {
  const admin = await clientOf('admin@example.com')
  const [workspace] = (await admin.users.listWorkspaces('me')).workspaces
  const uid = workspace?.uid ?? ''
  const folder = location.dataDir
  const [pdf, table] = [join(folder, 'board.pdf'), join(folder, 'board.csv')]
  const drawn = await tessera(settingsFor(location), 'export', '--workspace', uid, '--format', 'pdf', '--out', pdf)
  assert.equal(drawn.status, 0, drawn.stderr)
  assert.match(drawn.stdout, /^Exported .* to .*board\.pdf: \d+ bytes\.$/m)
  assert.match(drawn.stderr, /^30 %$/m)
  assert.ok((await readFile(pdf, 'latin1')).startsWith('%PDF-'))
  const written = await run('export', '--workspace', uid, '--format', 'csv', '--out', table)
  assert.equal(written.status, 0, written.stderr)
  assert.match(await readFile(table, 'utf8'), /^\ufeffkind,id,text,/)

  const wrong: [string[], RegExp][] = [
    [['--workspace', 'nowhere', '--format', 'csv'], /no workspace with the uid nowhere/],
    [['--workspace', uid, '--format', 'gif'], /format must be one of/],
    [['--workspace', uid, '--format', 'png', '--scale', 'large'], /scale/],
    [['--workspace', uid, '--format', 'png', '--pages', 'tiles'], /pages is only for pdf/],
  ]
  for (const [args, message] of wrong) {
    const outcome = await run('export', ...args, '--out', join(folder, 'none'))
    assert.equal(outcome.status, 2, outcome.stderr)
    assert.match(outcome.stderr, message)
  }
  await assert.rejects(readFile(join(folder, 'none')))
})
