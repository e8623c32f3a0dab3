// Classifies IP addresses for outbound requests. IPv4 addresses embedded in IPv6 addresses are classified as well, because a
// network on the way may unwrap them.
import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * public: anywhere on the internet. private: this machine and private networks. reserved: set aside for examples, tests and
 * transition. never: forbidden for all outbound requests, whatever is configured.
 */
export type AddressClass = 'public' | 'private' | 'reserved' | 'never'

const listed: Record<Exclude<AddressClass, 'public'>, string[]> = {
  never: [
    '0.0.0.0/8',
    '169.254.0.0/16',
    '224.0.0.0/4',
    '255.255.255.255/32',
    '::/128',
    'fe80::/10',
    'ff00::/8',
    // Cloud metadata services, which return credentials, besides 169.254.169.254.
    '100.100.100.200/32',
    '168.63.129.16/32',
    '192.0.0.192/32',
    'fd00:ec2::254/128',
    'fd20:ce::254/128',
  ],
  private: ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7'],
  reserved: [
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '240.0.0.0/4',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    // All addresses outside 2000::/3, the only range assigned as public.
    '::/3',
    '4000::/2',
    '8000::/1',
  ],
}

const classes = Object.entries(listed).map(([name, cidrs]) => ({
  name: name as AddressClass,
  ranges: addressRanges(cidrs),
}))
const bySeverity: AddressClass[] = ['public', 'private', 'reserved', 'never']

export function classifyAddress(written: string): AddressClass {
  const address = withoutZone(written)
  if (isIP(address) === 0) return 'never'
  if (isIPv4(address)) return listedClass(address)
  const inner = innerAddress(address)
  if (!inner) return listedClass(address)
  if (inner.isSame) return listedClass(inner.address)
  const both = [listedClass(address), listedClass(inner.address)]
  return bySeverity.findLast(one => both.includes(one)) ?? 'never'
}

/** The address to compare with ranges: an IPv4-mapped IPv6 address becomes the IPv4 address. */
export function plainAddress(written: string): string {
  const address = withoutZone(written)
  const inner = isIPv4(address) ? null : innerAddress(address)
  return inner?.isSame ? inner.address : address
}

export interface AddressRanges {
  includes(address: string): boolean
}

/** Parses ranges such as 10.0.0.0/8 and fd00::/8, and single addresses. */
export function addressRanges(cidrs: readonly string[]): AddressRanges {
  // There is one list per family: a single one would find every IPv4 address in ::/3, through its IPv6 form.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/')
    const family = familyOf(address)
    lists[family].addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return { includes: address => lists[familyOf(address)].check(address, familyOf(address)) }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

function withoutZone(address: string): string {
  return address.replace(/%.*/, '')
}

function listedClass(address: string): AddressClass {
  return classes.find(({ ranges }) => ranges.includes(address))?.name ?? 'public'
}

interface InnerAddress {
  address: string
  /** True if the outer address is only another form of the inner one. */
  isSame: boolean
}

function innerAddress(address: string): InnerAddress | null {
  const groups = ipv6Groups(address)
  const [first, second = 0, third = 0, , fifth, sixth, seventh = 0, eighth = 0] = groups
  const isZero = (from: number, to: number) => groups.slice(from, to).every(group => group === 0)
  const last = formatDotted(seventh, eighth)
  if (isZero(0, 5) && sixth === 0xffff) return { address: last, isSame: true }
  // :: and ::1 are not IPv4-compatible addresses.
  if (isZero(0, 6)) return seventh === 0 && eighth <= 1 ? null : { address: last, isSame: false }
  if (first === 0x64 && second === 0xff9b) return { address: last, isSame: false }
  if (first === 0x2002) return { address: formatDotted(second, third), isSame: false }
  // Teredo stores the address inverted.
  if (first === 0x2001 && second === 0)
    return { address: formatDotted(seventh ^ 0xffff, eighth ^ 0xffff), isSame: false }
  const isIsatap = (fifth === 0 || fifth === 0x200) && sixth === 0x5efe
  return isIsatap ? { address: last, isSame: false } : null
}

function formatDotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

// The URL parser normalizes every form; only the zeros of the :: are left to fill in.
function ipv6Groups(address: string): number[] {
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [left = '', right] = written.split('::')
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16)))
  if (right === undefined) return numbers(left)
  const [before, after] = [numbers(left), numbers(right)]
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after]
}
