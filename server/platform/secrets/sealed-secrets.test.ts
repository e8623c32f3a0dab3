// Sealing single values.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSealedSecrets, SecretKeyError } from './sealed-secrets.ts'

const [first, second] = ['first key, long enough to be one', 'second key, long enough to be one']

test('[STO-13] a sealed value opens with its key and for its purpose only, and is different each time', () => {
  const secrets = openSealedSecrets({ secretKey: first })
  const sealed = secrets.seal('whsec_é👩‍👧', 'webhook-secret')
  assert.match(sealed, /^sealed:1:[0-9a-f]{12}:[\w-]+$/)
  assert.notEqual(sealed, secrets.seal('whsec_é👩‍👧', 'webhook-secret'))
  assert.equal(secrets.open(sealed, 'webhook-secret'), 'whsec_é👩‍👧')
  assert.throws(() => secrets.open(sealed, 'totp-secret'), /\(totp-secret\) is damaged/)
  for (let at = sealed.lastIndexOf(':') + 1; at < sealed.length - 1; at++) {
    const altered = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    assert.throws(() => secrets.open(altered, 'webhook-secret'), SecretKeyError, altered)
  }
  assert.throws(() => secrets.open('sealed:1:', 'webhook-secret'), SecretKeyError)
})

test('[STO-13] values that were stored without a key, or with the previous one, are read', () => {
  const before = openSealedSecrets({ secretKey: first }).seal('kept', 'totp-secret')
  const secrets = openSealedSecrets({ secretKey: second, previousSecretKey: first })
  assert.equal(secrets.open(before, 'totp-secret'), 'kept')
  assert.equal(secrets.open('plain', 'totp-secret'), 'plain')
  assert.deepEqual([before, 'plain', secrets.seal('new', 'totp-secret')].map(secrets.isCurrent), [false, false, true])
})

test('[STO-13] the error names SECRET_KEY if it is missing or a different one', () => {
  const sealed = openSealedSecrets({ secretKey: first }).seal('kept', 'totp-secret')
  assert.throws(() => openSealedSecrets({}).open(sealed, 'totp-secret'), /but SECRET_KEY is not set/)
  assert.throws(
    () => openSealedSecrets({ secretKey: second }).open(sealed, 'totp-secret'),
    /with another key: set SECRET_KEY to that key/,
  )
})

test('[STO-13] without a key values are stored as they are', () => {
  const secrets = openSealedSecrets({})
  assert.equal(secrets.seal('plain', 'totp-secret'), 'plain')
  assert.ok(secrets.isCurrent('plain'))
})
