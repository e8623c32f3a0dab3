import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutboundRefused, outboundPolicy, outboundRules } from './outbound-policy.ts'

const strict = outboundRules({ allowPrivate: false, allow: [] })
const open = outboundRules({ allowPrivate: true, allow: [] })

test('[FIL-13] private addresses are allowed only if PUBLIC_URL and HOST are loopback', () => {
  const allowPrivate = (publicUrl: string, host = 'localhost') =>
    outboundPolicy({ publicUrl, host, outboundAllow: [] }).allowPrivate
  const loopback = [
    'localhost',
    'localhost:8080',
    'tiles.localhost',
    '127.0.0.1:1',
    '127.9.9.9',
    '[::1]:80',
    '2130706433',
  ]
  for (const host of loopback) assert.equal(allowPrivate(`http://${host}`), true, host)
  const others = ['tiles.example', 'localhost.example', '10.0.0.1', '192.168.1.1', '[fd00::1]', '127.0.0.1.example']
  for (const host of others) assert.equal(allowPrivate(`https://${host}`), false, host)
  for (const host of ['127.0.0.1', '::1', '[::1]'])
    assert.equal(allowPrivate('http://localhost:8080', host), true, host)
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'board.example.com'])
    assert.equal(allowPrivate('http://localhost:8080', host), false, host)
})

test('[FIL-13] only http and https, without user name, with an allowed port', () => {
  const refused = [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,hi',
    'javascript:alert(1)',
    'http://user@example.com/',
    'http://user:secret@example.com/',
    'http://:secret@example.com/',
    'http://example.com:25/',
    'http://example.com:6667/',
    'https://example.com:22/',
    'example.com',
    '//example.com',
    'http://',
    'http://exa mple.com/',
    `http://example.com/${'x'.repeat(8192)}`,
    '',
  ]
  for (const url of refused) assert.throws(() => open.checkUrl(url), OutboundRefused, url)
  for (const url of ['http://example.com', 'https://example.com:8443/a?b#c', 'HTTP://EXAMPLE.com/']) {
    assert.equal(open.checkUrl(url).hostname, 'example.com')
  }
})

test('[FIL-14] an address in any form is recognized before a connection is opened', () => {
  const loopback = [
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
  ]
  for (const url of loopback) {
    assert.throws(() => strict.checkUrl(url), OutboundRefused, url)
    open.checkUrl(url)
  }
  const never = [
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://[::]/',
    'http://0/',
    'http://0.0.0.0/',
    'http://255.255.255.255/',
    'http://[ff02::1]/',
  ]
  for (const url of never) assert.throws(() => open.checkUrl(url), OutboundRefused, url)
  const reserved = ['http://198.18.0.1/', 'http://[64:ff9b::a00:1]/', 'http://[2002:a00:1::]/', 'http://192.0.2.1/']
  for (const url of reserved) assert.throws(() => open.checkUrl(url), OutboundRefused, url)
})

test('[FIL-13] OUTBOUND_ALLOW opens address ranges and hosts, but never link-local or metadata', () => {
  const allow = ['10.1.0.0/16', '192.168.7.7', 'fd12::/16', 'hooks.internal', '169.254.0.0/16', '0.0.0.0/0', '::/0']
  const rules = outboundRules({ allowPrivate: false, allow: allow.slice(0, 4) })
  assert.equal(rules.allows('10.1.2.3', '10.1.2.3'), true)
  assert.equal(rules.allows('x', '::ffff:10.1.2.3'), true)
  assert.equal(rules.allows('10.2.0.0', '10.2.0.0'), false)
  assert.equal(rules.allows('x', '192.168.7.7'), true)
  assert.equal(rules.allows('x', '192.168.7.8'), false)
  assert.equal(rules.allows('x', 'fd12::5'), true)
  assert.equal(rules.allows('x', 'fd13::5'), false)
  assert.equal(rules.allows('hooks.internal', '172.16.0.9'), true)
  assert.equal(rules.allows('hooks.internal.', '172.16.0.9'), true)
  assert.equal(rules.allows('other.internal', '172.16.0.9'), false)

  const everything = outboundRules({ allowPrivate: true, allow: [...allow, 'metadata.internal'] })
  assert.equal(everything.allows('x', '198.18.0.1'), true)
  for (const address of ['169.254.169.254', '::ffff:169.254.169.254', 'fe80::1', '100.100.100.200', '0.0.0.0']) {
    assert.equal(everything.allows('metadata.internal', address), false, address)
  }
})

test('an invalid entry of OUTBOUND_ALLOW is refused with a message', () => {
  for (const entry of ['10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/', 'http://host', 'a b', '*', '', '0x7f.1']) {
    const make = () => outboundPolicy({ publicUrl: 'https://tiles.example', host: 'localhost', outboundAllow: [entry] })
    assert.throws(make, /OUTBOUND_ALLOW lists/, entry)
  }
})

test('ports can be restricted', () => {
  const rules = outboundRules({ allowPrivate: false, allow: [], ports: [443, 8443] })
  rules.checkUrl('https://example.com/')
  rules.checkUrl('https://example.com:8443/')
  assert.throws(() => rules.checkUrl('http://example.com/'), /Port 80 is not allowed/)
})
