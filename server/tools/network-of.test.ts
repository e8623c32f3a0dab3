import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network-of.ts'

test('[LIM-19] an IPv6 network of 64 bits is one address, and an IPv4 address is itself in every notation', () => {
  const same = [
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:1:2::', '2001:db8:1:2::1%eth0'],
    ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:cb00:7107'],
    ['2001:db8:1:3::1', '2001:db8:1:3::2'],
    ['2001:db8::1', '2001:db8:0:0:1::'],
    ['::1', '::2'],
    ['203.0.113.8'],
    ['unknown'],
  ]
  const networks = same.map(addresses => new Set(addresses.map(networkOf)))
  assert.deepEqual(
    networks.map(({ size }) => size),
    same.map(() => 1),
  )
  assert.equal(new Set(networks.flatMap(set => [...set])).size, same.length)
})
