// Tests the commands about keys: encrypted backups, and rotating the keys of the server.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { SecretInput } from '@tessera/cli/secret-input'
import { connect } from '@tessera/client'
import { pino } from 'pino'
import { openApp } from '../app.ts'
import { openDependencies } from '../dependencies.ts'
import { readConfig } from '../platform/config/config.ts'
import type { DatabaseSettings } from '../platform/db/open-database.ts'
import { sealStoredSecrets } from '../platform/secrets/seal-stored-secrets.ts'
import { successorOf } from '../sign-in/oauth/exchange-refresh-token.ts'
import { type Outcome, runCommand, settingsFor } from '../testing/command-line.ts'
import { stateOf } from '../testing/database-state.ts'
import { newApplication, refreshTokens, type Tokens, tokensFor } from '../testing/oauth-application.ts'
import { createPeople } from '../testing/server-process.ts'
import { emptyLocation, migratedLocation } from '../testing/test-database.ts'
import { worldWith } from '../testing/world.ts'

let location: DatabaseSettings
let drop: () => Promise<void>
before(async () => {
  ;({ settings: location, drop } = await migratedLocation())
  await createPeople(location)
})
after(() => drop())

const secretKey = 'a key that is long enough to be one'

const input = (text: string, more: Partial<SecretInput> = {}): SecretInput => ({
  isTerminal: false,
  readAll: async () => text,
  prompt: async () => text,
  ...more,
})

function outputOf({ status, stdout, stderr }: Outcome): string {
  assert.deepEqual([status, stderr], [0, ''])
  return stdout
}

const run = (args: string[], given = input('')) => runCommand(args, settingsFor(location), given)

/** The state of a database, read like the server would open it. */
async function stateAt(settings: DatabaseSettings, more: Record<string, string> = {}) {
  const config = { ...readConfig({ LOG_LEVEL: 'silent', ...more }), ...settings, databaseUrl: settings.databaseUrl }
  const dependencies = await openDependencies(config)
  try {
    return await stateOf(dependencies.db)
  } finally {
    await dependencies.db.close()
  }
}

test('[STO-15] backup encrypts with a passphrase from a file, standard input or a prompt, or with a key file', async t => {
  const at = (name: string) => join(location.dataDir, name)
  await writeFile(at('passphrase'), 'correct horse battery\n')
  await writeFile(at('key'), randomBytes(32))
  const typed = input('correct horse battery', { isTerminal: true })
  const ways: [string[], SecretInput][] = [
    [['--passphrase-file', at('passphrase')], input('')],
    [['--passphrase-stdin'], input('correct horse battery\n')],
    [[], typed],
    [['--key-file', at('key')], input('')],
  ]
  const expected = await stateAt(location)
  for (const [options, given] of ways) {
    const file = at('archive')
    assert.match(outputOf(await run(['backup', file, '--encrypt', ...options], given)), /archive, encrypted: \d+ rows/)
    assert.ok(!(await readFile(file)).includes('manifest'))
    const other = await emptyLocation()
    t.after(other.drop)
    const settings = settingsFor(other.settings)
    const wrong = options[0] === '--key-file' ? ['--key-file', at('passphrase-long')] : ['--passphrase-stdin']
    await writeFile(at('passphrase-long'), 'x'.repeat(40))
    const refused = await runCommand(['restore', file, ...wrong], settings, input('another passphrase'))
    assert.deepEqual([refused.status, refused.stdout], [1, ''])
    assert.match(refused.stderr, /cannot be decrypted: the passphrase or key file is wrong/)
    outputOf(await runCommand(['restore', file, ...options], settings, given))
    assert.deepEqual(await stateAt(other.settings), expected)
  }
})

test('[STO-15] a key that is missing, short or given twice is refused, and nothing is written', async () => {
  const file = join(location.dataDir, 'refused')
  const short = join(location.dataDir, 'short')
  await writeFile(short, 'x'.repeat(31))
  const answers = ['correct horse battery', 'correct horse buttery']
  const cases: [string[], SecretInput, RegExp][] = [
    [[], input(''), /--passphrase-file, --passphrase-stdin or --key-file is required/],
    [['--passphrase-stdin'], input('short\n'), /at least 12 characters/],
    [[], input('', { isTerminal: true, prompt: async () => answers.pop() ?? '' }), /two passphrases differ/],
    [['--key-file', short], input(''), /has 31 bytes; it must have at least 32/],
    [['--key-file', `${short}-not`], input(''), /--key-file names a file that cannot be read/],
    [['--key-file', short, '--passphrase-stdin'], input('correct horse battery'), /exclude each other/],
  ]
  for (const [options, given, message] of cases) {
    const { status, stdout, stderr } = await run(['backup', file, '--encrypt', ...options], given)
    assert.deepEqual([status, stdout], [2, ''], stderr)
    assert.match(stderr, message)
    await assert.rejects(readFile(file))
  }
  outputOf(await run(['backup', file]))
  const unneeded = await run(['restore', file, '--passphrase-stdin'], input('correct horse battery'))
  assert.match(unneeded.stderr, /refused is not encrypted: omit the key/)
})

test('[STO-14] [STO-10] a backup is restored with the SECRET_KEY it was made with, or as the previous one', async t => {
  const source = await migratedLocation()
  t.after(source.drop)
  const own = { ...settingsFor(source.settings), SECRET_KEY: secretKey }
  outputOf(await runCommand(['rotate-keys'], own))
  const file = join(source.settings.dataDir, 'archive')
  outputOf(await runCommand(['backup', file], own))
  const target = await emptyLocation()
  t.after(target.drop)
  const settings = settingsFor(target.settings)
  const other = { ...settings, SECRET_KEY: `${secretKey}, or another` }
  for (const wrong of [settings, other]) {
    const refused = await runCommand(['restore', file], wrong)
    assert.deepEqual([refused.status, refused.stdout], [1, ''])
    assert.match(refused.stderr, /SECRET_KEY/)
  }
  const changed = { ...other, SECRET_KEY_PREVIOUS: secretKey }
  outputOf(await runCommand(['restore', file], changed))
  outputOf(await runCommand(['check'], other))
})

test('[STO-16] rotate-keys replaces the keys: tokens stay valid, file URLs do not, and it says so', async () => {
  const there = await worldWith({})
  const { ann, dependencies } = there
  const { db, config } = dependencies
  const settings = settingsFor(config)
  const application = await newApplication(there)
  const tokens: Tokens = await tokensFor(there, there.bob, application)
  const used = (await (await refreshTokens(there, application, tokens.refresh_token)).json()) as Tokens
  const keysBefore = (await (await there.send('/.well-known/jwks.json')).json()).keys as { kid: string }[]

  const output = outputOf(await runCommand(['rotate-keys'], settings))
  assert.match(output, /^Signing key: replaced\. Access tokens signed so far stay valid until they expire/m)
  assert.match(output, /^File addresses: key replaced\. Addresses issued so far are invalid/m)
  assert.match(output, /^Passkey challenges: key replaced\. Sign-in pages that are open must be reloaded/m)
  assert.match(output, /^Stored secrets: not encrypted, because SECRET_KEY is not set/m)
  assert.match(output, /^Restart every server/m)

  const again = await openDependencies({ ...config, secretKey: undefined })
  const app = await openApp(again, pino({ level: 'silent' }), { hasProcessing: false, hasWorker: false })
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { user } = await connect({ url, token: ann.token, retries: 0 }).users.me()
    assert.equal(user.id, ann.id)
    const { keys } = await (await fetch(`${url}/.well-known/jwks.json`)).json()
    assert.deepEqual([keys.length, keys[1].kid], [keysBefore.length + 1, keysBefore[0]?.kid])
    assert.notDeepEqual(again.fileKey, dependencies.fileKey)
    assert.notDeepEqual(again.challengeKey, dependencies.challengeKey)
    assert.notDeepEqual(again.refreshKeys.current, dependencies.refreshKeys.current)
    // A client that lost the response to its refresh before the rotation gets the same successor after it.
    const repeated = await refreshTokens({ ...there, url }, application, tokens.refresh_token)
    assert.equal(((await repeated.json()) as Tokens).refresh_token, used.refresh_token)
    assert.equal(used.refresh_token, successorOf(tokens.refresh_token, dependencies.refreshKeys.current))
    assert.equal((await refreshTokens({ ...there, url }, application, used.refresh_token)).status, 200)
  } finally {
    app.http.server.closeAllConnections()
    await app.close()
  }
  const rows = await db.read.selectFrom('signing_keys').selectAll().execute()
  assert.equal(rows.filter(row => row.private_jwk !== '').length, 1, 'the private part of the old key is deleted')
})

test('[STO-16] rotate-keys --revoke ends the tokens that were signed so far', async () => {
  const there = await worldWith({})
  const settings = settingsFor(there.dependencies.config)
  assert.match(outputOf(await runCommand(['rotate-keys', '--revoke'], settings)), /signed so far are invalid/)
  const again = await openDependencies(there.dependencies.config)
  await assert.rejects(async () => await again.tokens.verifyAccessToken(there.ann.token), { code: 'Unauthorized' })
  await again.outbound.close()
  await again.db.close()
})

test('[STO-16] rotate-keys encrypts all secrets with the current SECRET_KEY', async t => {
  const { settings, drop } = await migratedLocation()
  t.after(drop)
  await createPeople(settings)
  const output = outputOf(await runCommand(['rotate-keys'], { ...settingsFor(settings), SECRET_KEY: secretKey }))
  assert.match(output, /^Stored secrets: all encrypted with the current SECRET_KEY \(\d were not\)/m)
  const withoutKey = await runCommand(['rotate-keys'], settingsFor(settings))
  assert.deepEqual([withoutKey.status, withoutKey.stdout], [1, ''])
  assert.match(withoutKey.stderr, /SECRET_KEY is not set/)
})

test('[ADR-22] [STO-16] an installation whose SECRET_KEY is a placeholder goes on with a new key after rotate-keys', async t => {
  const { settings, drop } = await migratedLocation()
  t.after(drop)
  await createPeople(settings)
  const placeholder = 'replace this with 32 random bytes in base64'
  const sealed = await openDependencies({ ...readConfig({}), ...settings, secretKey: placeholder })
  await sealStoredSecrets(sealed.db, sealed.sealedSecrets)
  await sealed.db.close()
  const own = settingsFor(settings)
  for (const command of [['rotate-keys'], ['user', 'list'], ['check']]) {
    const refused = await runCommand(command, { ...own, SECRET_KEY: placeholder })
    assert.notEqual(refused.status, 0)
    assert.match(refused.stderr + refused.stdout, /SECRET_KEY is a placeholder .*SECRET_KEY_PREVIOUS.*rotate-keys/)
  }
  const changed = { ...own, SECRET_KEY: secretKey, SECRET_KEY_PREVIOUS: placeholder }
  assert.match(outputOf(await runCommand(['rotate-keys'], changed)), /all encrypted with the current SECRET_KEY/)
  outputOf(await runCommand(['user', 'list'], { ...own, SECRET_KEY: secretKey }))
})
