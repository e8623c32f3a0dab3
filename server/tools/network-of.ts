// The network that limits by address count. An IPv6 user usually controls a whole /64 network, so all addresses of it
// count as one. An IPv4 address counts by itself, also in its IPv6 form.

import { isIPv6 } from 'node:net'

export function networkOf(address: string): string {
  const plain = address.replace(/%.*/, '')
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  if (groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`
}

/** The URL parser normalizes every notation; only the zeros of the :: are left to fill in. */
function groupsOf(address: string): number[] {
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16)))
  const [head, tail] = [numbers(before), numbers(after ?? '')]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}
