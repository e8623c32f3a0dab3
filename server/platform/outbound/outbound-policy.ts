// Which addresses, hosts and ports a request to a user-supplied URL may reach.
import { isIP } from 'node:net'
import { addressRanges, classifyAddress, plainAddress } from './address-class.ts'

export interface OutboundPolicy {
  /** Whether this machine and private networks may be reached. */
  allowPrivate: boolean
  /** Address ranges and host names that may be reached in addition to public ones. */
  allow: readonly string[]
  /** The only allowed ports; if omitted, all except those of other protocols. */
  ports?: readonly number[]
}

/** The policy forbids the request. The message does not reveal what a host name resolved to. */
export class OutboundRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OutboundRefused'
  }
}

export interface OutboundRules {
  /** Returns the parsed URL; throws OutboundRefused if it is not allowed. */
  checkUrl(url: string): URL
  /** Whether a connection to the address is allowed for that host. */
  allows(host: string, address: string): boolean
}

const maxUrlLength = 8192

/** Throws an error that names the setting if an entry is neither an address range nor a host name. */
export function outboundPolicy(settings: {
  publicUrl: string
  /** The address to listen on. */
  host: string
  outboundAllow: readonly string[]
  ports?: readonly number[]
}): OutboundPolicy {
  const policy = {
    // PUBLIC_URL alone is not enough: it is localhost by default, even on a server that listens on every interface.
    allowPrivate: isLoopbackName(bareHost(new URL(settings.publicUrl))) && isLoopbackName(bareAddress(settings.host)),
    allow: settings.outboundAllow,
    ports: settings.ports,
  }
  outboundRules(policy)
  return policy
}

export function outboundRules({ allowPrivate, allow, ports }: OutboundPolicy): OutboundRules {
  const ranges = addressRanges(allow.filter(isRange))
  const hosts = new Set(allow.filter(entry => !isRange(entry)).map(hostName))

  const allows = (host: string, address: string) => {
    const addressClass = classifyAddress(address)
    if (addressClass === 'public' || addressClass === 'never') return addressClass === 'public'
    const isListed = hosts.has(host.replace(/\.$/, '')) || ranges.includes(plainAddress(address))
    return isListed || (addressClass === 'private' && allowPrivate)
  }

  return {
    allows,
    checkUrl(text) {
      const url = text.length <= maxUrlLength ? URL.parse(text) : null
      if (!url) throw new OutboundRefused('The address is not a valid url')
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw new OutboundRefused('The address must begin with http:// or https://')
      }
      if (url.username !== '' || url.password !== '') {
        throw new OutboundRefused('The address must not hold a user name or password')
      }
      const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
      if (ports ? !ports.includes(port) : otherProtocols.has(port)) {
        throw new OutboundRefused(`Port ${port} is not allowed`)
      }
      const host = bareHost(url)
      if (isIP(host) !== 0 && !allows(host, host)) throw refusedHost(host)
      return url
    },
  }
}

export function refusedHost(host: string): OutboundRefused {
  return new OutboundRefused(`${host} is, or leads to, an address that is not allowed`)
}

/** Returns the host of a URL without the brackets of IPv6. */
function bareHost(url: URL): string {
  return bareAddress(url.hostname)
}

function bareAddress(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}

function isLoopbackName(host: string): boolean {
  if (isIP(host) !== 0) return classifyAddress(host) === 'private' && /^(127\.|::1$|::ffff:7f)/.test(host)
  return /^(.+\.)?localhost\.?$/.test(host)
}

function isRange(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function hostName(entry: string): string {
  const url = URL.parse(`http://${entry}`)
  const isName = url !== null && /^[\w.-]+$/.test(entry) && isIP(bareHost(url)) === 0
  if (!isName) {
    throw new Error(
      `The setting OUTBOUND_ALLOW lists "${entry}", but its entries must be host names or address ranges such as 10.0.0.0/8.`,
    )
  }
  return url.hostname.replace(/\.$/, '')
}

// The ports that browsers block too, because a request there could be misread as mail, print or shell commands.
const otherProtocols = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
