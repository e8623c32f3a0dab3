// Challenges of passkeys: who can use one, and for how long.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPasskeyChallenge, newPasskeyChallenge } from './passkey-challenge.ts'

const keys = { challengeKey: Buffer.from('the secret of the servers'), browserKey: 'browser' }
const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const newText = () => Buffer.from(newPasskeyChallenge(keys, at(0))).toString('base64url')

test('[SGN-30] a challenge is valid for ten minutes, also on a server whose clock is a little behind', () => {
  const challenge = newText()
  for (const [seconds, isValid] of [
    [-61, false],
    [-60, true],
    [0, true],
    [599, true],
    [600, false],
  ] as const)
    assert.equal(isPasskeyChallenge(challenge, keys, at(seconds)), isValid, String(seconds))
})

test('[SGN-30] a challenge is random, and only for its browser and the servers that share the secret', () => {
  const challenge = newText()
  assert.notEqual(challenge, newText())
  for (const other of [
    { ...keys, browserKey: 'other' },
    { ...keys, challengeKey: Buffer.from('another secret') },
  ])
    assert.equal(isPasskeyChallenge(challenge, other, at(0)), false)
})

test('[SGN-30] no bit of a challenge can be changed', () => {
  const bytes = Buffer.from(newText(), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
    assert.equal(isPasskeyChallenge(changed.toString('base64url'), keys, at(0)), false, String(bit))
  }
  for (const text of ['', 'AAAA', bytes.subarray(1).toString('base64url'), `${bytes.toString('base64url')}AAAA`])
    assert.equal(isPasskeyChallenge(text, keys, at(0)), false, text)
})
