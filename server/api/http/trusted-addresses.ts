// Whether an address is one of TRUSTED_PROXIES.

import { BlockList, isIPv4 } from 'node:net'

const names: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

export function trustedAddresses(entries: readonly string[]): (address: string) => boolean {
  // There is one list per family: a single one would find IPv4 addresses in IPv6 networks.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const entry of entries.flatMap(entry => names[entry] ?? [entry])) {
    const [network = '', range] = entry.split('/')
    const family = isIPv4(network) ? 'ipv4' : 'ipv6'
    lists[family].addSubnet(network, bitsOf(range, family), family)
  }
  return written => {
    const address = written.replace(/%.*/, '').replace(/^::ffff:(?=\d+\.)/i, '')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    return address !== '' && lists[family].check(address, family)
  }
}

/** Both `24` and `255.255.255.0` are accepted. */
function bitsOf(range: string | undefined, family: 'ipv4' | 'ipv6'): number {
  if (range === undefined) return family === 'ipv4' ? 32 : 128
  if (!range.includes('.')) return Number(range)
  return range.split('.').reduce((bits, part) => bits + Number(part).toString(2).replaceAll('0', '').length, 0)
}
