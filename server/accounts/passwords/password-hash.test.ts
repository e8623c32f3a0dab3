// Password hashing, and the limit on concurrent hashing.

import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { Problem } from '@tessera/contract'
import { hashPassword, isPassword } from './password-hash.ts'

const cheap = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA'

test('[SGN-1] a password is stored as an argon2id hash that only the same password matches', async () => {
  const hash = await hashPassword('correct horse')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await isPassword('correct horse', hash), true)
  assert.equal(await isPassword('correct horsE', hash), false)
  assert.equal(await isPassword('', hash), false)
  assert.notEqual(await hashPassword('correct horse'), hash)
})

test('a hash with other parameters is verified with those', async () => {
  const salt = Buffer.from('sixteen bytes ok')
  const tag = argon2Sync('argon2id', {
    message: 'old',
    nonce: salt,
    memory: 1024,
    passes: 1,
    parallelism: 1,
    tagLength: 16,
  })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const hash = `$argon2id$v=19$m=1024,t=1,p=1$${text(salt)}$${text(tag)}`
  assert.equal(await isPassword('old', hash), true)
  assert.equal(await isPassword('new', hash), false)
})

test('without a stored hash no password is correct, and an unreadable hash is an internal error', async () => {
  assert.equal(await isPassword('anything', null), false)
  await assert.rejects(isPassword('anything', 'plain'), /not an argon2id PHC string/)
})

test('a character matches however it is composed', async () => {
  const hash = await hashPassword('caf\u00e9 au lait')
  assert.equal(await isPassword('cafe\u0301 au lait', hash), true)
})

test('[SGN-7] password checks of signed-in people neither fill the queue of sign-in nor run ahead of it', async () => {
  const checks = Promise.allSettled(Array.from({ length: 150 }, () => isPassword('x', cheap, 'account')))
  assert.equal(await isPassword('x', cheap), false)
  const settled = await checks
  const refused = settled.filter(one => one.status === 'rejected')
  assert.equal(refused.length, 99)
  assert.ok(refused.every(one => one.reason instanceof Problem && one.reason.code === 'ServiceUnavailable'))
})

test('[SGN-7] if the queue is full the caller gets ServiceUnavailable, and the queue empties', async () => {
  const checks = Array.from({ length: 150 }, () => isPassword('x', cheap))
  const settled = await Promise.allSettled(checks)
  const refused = settled.filter(one => one.status === 'rejected')
  assert.equal(refused.length, 48)
  assert.ok(refused.every(one => one.reason instanceof Problem && one.reason.code === 'ServiceUnavailable'))
  assert.equal(await isPassword('x', cheap), false)
})
