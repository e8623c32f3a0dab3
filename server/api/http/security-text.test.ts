// /.well-known/security.txt (RFC 9116), from SECURITY_CONTACT.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../platform/config/config.ts'
import { worldWith } from '../../testing/world.ts'

const path = '/.well-known/security.txt'
const day = 24 * 3_600_000

test('[ADR-23] security.txt names the contact, and expires within a year', async () => {
  const publicUrl = 'https://board.example.com'
  const { send } = await worldWith({ publicUrl, securityContact: 'mailto:security@example.com' })
  const response = await send(path)
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  const text = await response.text()
  const lines = text.trimEnd().split('\n')
  const fields = lines.map(line => /^([\w-]+): (\S.*)$/.exec(line)?.slice(1, 3) ?? assert.fail(line))
  const { Expires: expires = '', ...rest } = Object.fromEntries(fields)
  assert.deepEqual(rest, {
    Contact: 'mailto:security@example.com',
    Canonical: `${publicUrl}${path}`,
    'Preferred-Languages': 'en, de',
  })
  assert.match(expires, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const left = Date.parse(expires) - Date.now()
  assert.ok(left > 30 * day && left < 365 * day)
  assert.equal((await send(path, { method: 'HEAD' })).status, 200)
})

test('[ADR-23] without https there is no canonical address, because it has to be https', async () => {
  const { send } = await worldWith({ securityContact: 'https://example.com/security' })
  const text = await (await send(path)).text()
  assert.match(text, /^Contact: https:\/\/example\.com\/security\nExpires: /)
  assert.doesNotMatch(text, /Canonical/)
})

test('[ADR-23] without a contact there is no security.txt', async () => {
  const { send } = await worldWith({})
  assert.equal((await send(path)).status, 404)
})

test('[ADR-23] SECURITY_CONTACT is an address, or a URI of mailto or https', () => {
  const contact = (SECURITY_CONTACT: string) => readConfig({ SECURITY_CONTACT }).securityContact
  assert.equal(contact(''), undefined)
  assert.equal(contact('security@example.com'), 'mailto:security@example.com')
  assert.equal(contact('mailto:security@example.com'), 'mailto:security@example.com')
  assert.equal(contact('https://example.com/report?to=us'), 'https://example.com/report?to=us')
  for (const bad of [
    'http://example.com',
    'javascript:alert(1)',
    'example.com',
    'mailto:nobody',
    'a@b c@d',
    'https://user:password@example.com/',
    'https://example.com/\nContact: mailto:evil@example.com',
    'security@example.com\r\nContact: x@evil.example',
    'https://',
  ])
    assert.throws(() => contact(bad), /^Error: The setting SECURITY_CONTACT is .+ must be .+/s, bad)
})
