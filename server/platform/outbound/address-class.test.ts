import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AddressClass, classifyAddress } from './address-class.ts'

const addresses: Record<AddressClass, string[]> = {
  public: [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '::ffff:1.1.1.1',
  ],
  private: [
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '::1',
    'fc00::1',
    'fdff:ffff::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:c0a8:0101',
  ],
  reserved: [
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '240.0.0.1',
    '255.255.255.254',
    '2001:db8::1',
    '2001:20::1',
    '3fff::1',
    '100::1',
    'fec0::1',
    '64:ff9b::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '::7f00:1',
    '::808:808',
  ],
  never: [
    '0.0.0.0',
    '0.1.2.3',
    '169.254.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'ff02::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '::ffff:0.0.0.0',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '::a9fe:a9fe',
    '2001:0:1:2:3:4:5601:5601',
    'not an address',
    '',
  ],
}

for (const [expected, list] of Object.entries(addresses)) {
  test(`[FIL-13] ${expected} addresses, in every form`, () => {
    for (const address of list) assert.equal(classifyAddress(address), expected, address)
  })
}

test('[FIL-13] an embedded IPv4 address counts if the outer address appears public', () => {
  assert.equal(classifyAddress('2a00:1450::5efe:10.0.0.1'), 'private')
  assert.equal(classifyAddress('2a00:1450::200:5efe:169.254.169.254'), 'never')
})
