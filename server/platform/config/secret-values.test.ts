// Secrets that come from an example or can be guessed stop the start, with the name of the setting.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from './config.ts'

type Environment = Record<string, string>

const manifests = join(import.meta.dirname, '../../../deploy/kubernetes')
/** Reads the lines of `data` and `stringData`, which have names in capitals. */
const readManifest = (name: string): Environment =>
  Object.fromEntries(
    [...readFileSync(join(manifests, name), 'utf8').matchAll(/^ {2}([A-Z]\w+): "?(.*?)"?$/gm)].map(([, key, value]) => [
      key,
      value,
    ]),
  )
const example = readManifest('secret.example.yaml')
const settings = readManifest('configmap.yaml')

/** These make the secrets of stores and providers used. */
const uses = {
  S3_BUCKET: 'tessera',
  S3_ACCESS_KEY_ID: 'tessera',
  S3_SECRET_ACCESS_KEY: 'GqW3vK0zTn8LrX5c',
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'tessera',
}
const secrets = ['SECRET_KEY', 'METRICS_TOKEN', 'OIDC_CLIENT_SECRET', 'S3_SECRET_ACCESS_KEY']
const inUrls: Record<string, (password: string, host?: string) => string> = {
  DATABASE_URL: (password, host = 'postgres') => `postgres://tessera:${password}@${host}/tessera`,
  REDIS_URL: (password, host = 'redis.example.com') => `rediss://:${password}@${host}`,
  SMTP_URL: (password, host = 'mail.example.com') => `smtps://ann:${password}@${host}`,
}
const start = (environment: Environment) => readConfig({ ...uses, ...environment })
const long = (value: string) => value.padEnd(40, value)

const placeholders = [
  'replace this',
  'replace-this-with-32-random-bytes',
  'change me now, please',
  'CHANGEME',
  'changeit12345678',
  'your-secret-key-goes-here',
  'not-a-secret-yet',
  '<password of the database>',
  '…',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
]
const guessable = [
  'a',
  'aA',
  'ab',
  'abcd',
  '0123456789',
  'tessera',
  'password',
  'abcdefghijklmnopqrstuvwxyz0123456789abcd',
]

test('[ADR-22] every secret of the example for Kubernetes stops the start, with the name of its setting', () => {
  const real = {
    ...uses,
    SECRET_KEY: randomBytes(32).toString('base64'),
    METRICS_TOKEN: randomBytes(16).toString('hex'),
  }
  const checked = Object.keys(example).filter(name => !['ADMIN_PASSWORD', 'S3_ACCESS_KEY_ID'].includes(name))
  for (const name of checked)
    assert.throws(() => readConfig({ ...settings, ...real, [name]: example[name] }), {
      name: 'Error',
      message: new RegExp(`^The setting ${name} is a (URL whose password is a )?placeholder`),
    })
  assert.deepEqual(checked.toSorted(), [
    'DATABASE_URL',
    'METRICS_TOKEN',
    'REDIS_URL',
    'S3_SECRET_ACCESS_KEY',
    'SECRET_KEY',
    'SMTP_URL',
  ])
  assert.ok(readConfig({ ...settings, ...real }))
})

for (const name of secrets)
  test(`[ADR-22] a placeholder or a guessable ${name} stops the start and is not shown`, () => {
    for (const value of [...placeholders, ...guessable].map(long))
      assert.throws(
        () => start({ [name]: value.replaceAll(' ', name === 'METRICS_TOKEN' ? '-' : ' ') }),
        (error: Error) =>
          new RegExp(`^The setting ${name} is .+ must be .+`).test(error.message) && !error.message.includes(value),
        value,
      )
    for (const bytes of [16, 24, 32, 64])
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        for (let count = 0; count < 20; count++) {
          const value = randomBytes(bytes).toString(encoding)
          if (name !== 'SECRET_KEY' || value.length >= 32) assert.ok(start({ [name]: value }), value)
        }
  })

for (const [name, urlWith] of Object.entries(inUrls))
  test(`[ADR-22] a placeholder as the password in ${name} stops the start, except for a server on this machine`, () => {
    for (const value of ['password', 'tessera', 'replace%20this', 'change-me', '%3Cpassword%3E', 'aaaaaaaa']) {
      assert.throws(
        () => start({ [name]: urlWith(value) }),
        (error: Error) => new RegExp(`^The setting ${name} is .+ must be .+`).test(error.message),
        value,
      )
      for (const host of ['localhost', '127.0.0.1', '[::1]']) assert.ok(start({ [name]: urlWith(value, host) }))
    }
    for (const value of ['hunter22', 'GqW3vK0zTn8LrX5c', '']) assert.ok(start({ [name]: urlWith(value) }))
  })

test('[ADR-22] a password in the query of a URL counts, too', () => {
  assert.throws(() => start({ DATABASE_URL: 'postgres://tessera@db/tessera?password=password' }), /DATABASE_URL/)
  assert.throws(() => start({ DATABASE_URL: 'postgres://u:password@localhost/t?host=db' }), /DATABASE_URL/)
  assert.ok(start({ DATABASE_URL: 'postgres://tessera:password@localhost/tessera?host=/run/postgresql' }))
})

test('[ADR-22] the secret of a store or a provider on this machine, and one that is not used, can be anything', () => {
  const secret = { S3_SECRET_ACCESS_KEY: 'password', OIDC_CLIENT_SECRET: 'secret' }
  assert.ok(
    start({ ...secret, S3_ENDPOINT: 'http://localhost:9000', OIDC_ISSUER: 'http://127.0.0.1:8081/realms/main' }),
  )
  assert.ok(readConfig(secret))
  assert.throws(() => start({ ...secret, OIDC_ISSUER: 'http://127.0.0.1:8081' }), /S3_SECRET_ACCESS_KEY/)
})

test('[ADR-22] [STO-14] the error about SECRET_KEY says how to go on, and the previous key is accepted as it is', t => {
  const placeholder = example.SECRET_KEY as string
  assert.throws(() => start({ SECRET_KEY: placeholder }), /SECRET_KEY_PREVIOUS .*rotate-keys/)
  const folder = mkdtempSync(join(tmpdir(), 'tessera-key-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'key')
  writeFileSync(path, `${placeholder}\n`)
  assert.throws(() => start({ SECRET_KEY_FILE: path }), /^Error: The setting SECRET_KEY_FILE is .*rotate-keys/)
  const SECRET_KEY = randomBytes(32).toString('base64')
  assert.equal(start({ SECRET_KEY, SECRET_KEY_PREVIOUS: placeholder }).previousSecretKey, placeholder)
  assert.equal(start({ SECRET_KEY, SECRET_KEY_PREVIOUS_FILE: path }).previousSecretKey, placeholder)
})
