import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTotpStep, newTotpSecret, totpCode, totpStepAt, totpUrl } from './totp.ts'

// The 20 bytes "12345678901234567890" of RFC 6238, in Base32.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000).toISOString()

test('[SGN-22] codes are those of RFC 6238', () => {
  const known = { 59: '287082', 1111111109: '081804', 1111111111: '050471', 1234567890: '005924', 2000000000: '279037' }
  for (const [seconds, code] of Object.entries(known))
    assert.equal(totpCode(secret, totpStepAt(at(Number(seconds)))), code)
})

test('[SGN-22] the codes of the step before and after are accepted, others are not', () => {
  const now = at(1_700_000_000)
  const step = totpStepAt(now)
  for (const offset of [-1, 0, 1])
    assert.equal(findTotpStep(secret, totpCode(secret, step + offset), now), step + offset)
  for (const offset of [-2, 2]) assert.equal(findTotpStep(secret, totpCode(secret, step + offset), now), null)
  const code = totpCode(secret, step)
  assert.equal(findTotpStep(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, now), step)
  for (const wrong of ['', '12345', `${code}0`, 'abcdef']) assert.equal(findTotpStep(secret, wrong, now), null)
})

test('[SGN-22] a secret has 160 bits, and its URL names the account', () => {
  assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/)
  assert.equal(
    totpUrl(secret, 'ann+x@example.com'),
    `otpauth://totp/Tessera:ann%2Bx%40example.com?secret=${secret}&issuer=Tessera`,
  )
})
