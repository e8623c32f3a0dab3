import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileUrlExpiry, signFileUrl, verifyFileUrl } from './signed-url.ts'

const key = Buffer.from('a key of the tests')
const file = { hash: 'ab'.repeat(32), mime: 'image/png', name: 'Plan & costs, "final" ü.png' }
const expires = 1_800_000_000
const before = expires - 1

test('[FIL-7] a signed URL names its file until it expires', () => {
  const address = signFileUrl(key, file, expires)
  assert.deepEqual(verifyFileUrl(key, address, before), { ...file, expires })
  assert.deepEqual(verifyFileUrl(key, `https://tiles.example:8443${address}`, before), { ...file, expires })
  assert.equal(verifyFileUrl(key, address, expires), null)
  assert.match(address, /^\/files\/(ab){32}\?type=image\/png&name=[^&]+&expires=1800000000&signature=[\w-]{43}$/)
})

test('a name is optional and may contain any characters', () => {
  const { name: _, ...nameless } = file
  const checked = verifyFileUrl(key, signFileUrl(key, nameless, expires), before)
  assert.deepEqual(checked, { ...nameless, name: undefined, expires })
  for (const name of ['', '&type=text/html', '\ud800', 'a\r\nb', '..%2f..', '#?']) {
    const odd = verifyFileUrl(key, signFileUrl(key, { ...file, name }, expires), before)
    assert.equal(odd?.name, name.toWellFormed())
    assert.equal(odd?.mime, 'image/png')
  }
})

test('[FIL-7] a URL with any change is rejected', () => {
  const address = signFileUrl(key, file, expires)
  const changed = [
    address.replace('ab', 'ba'),
    address.replace('image/png', 'text/html'),
    address.replace('Plan', 'Plant'),
    address.replace('1800000000', '1900000000'),
    address.replace('1800000000', '01800000000'),
    address.replace('1800000000', '1.8e9'),
    address.replace(/&name=[^&]+/, ''),
    address.replace(/&signature=.*/, ''),
    address.replace(/signature=.{2}/, 'signature=AA'),
    `${address}x`,
    `${address}&type=text/html`,
    `${address}&download=1`,
    address.replace('/files/', '/other/'),
    address.replace('/files/', '/files//'),
    '/files/',
    '',
    'http://[',
  ]
  for (const url of changed) assert.equal(verifyFileUrl(key, url, before), null, url)
  assert.equal(verifyFileUrl(Buffer.from('another key'), address, before), null)
})

test('[FIL-7] a URL is valid for one to two hours, and the same within an hour', () => {
  const hour = 3600
  const start = 500_000 * hour
  assert.equal(fileUrlExpiry(start), start + hour)
  assert.equal(fileUrlExpiry(start + 1), start + 2 * hour)
  assert.equal(fileUrlExpiry(start + hour - 0.001), start + 2 * hour)
  assert.equal(fileUrlExpiry(start + hour), start + 2 * hour)
  assert.ok(verifyFileUrl(key, signFileUrl(key, file)))
})
