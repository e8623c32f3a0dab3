// Opens connections only to addresses that were checked: a name is looked up once per connection, every answer is
// checked, and the socket is given those very answers to choose from. Connections are kept and used again per host.
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici'
import { OutboundFailed } from './outbound-failed.ts'
import { type OutboundRules, refusedHost } from './outbound-policy.ts'

interface LookedUp {
  address: string
  family: number
}

type Lookup = (host: string) => Promise<LookedUp[]>

export interface DialOptions {
  lookup?: Lookup
  /** Certificates to trust besides the system's, in PEM. */
  ca?: string
}

/** Put into `opaque` of a request, it tells which connection the answer came over. */
export interface Dialled {
  client?: { address: string }
  /** Whether that connection has carried a request before. */
  isKept?: boolean
}

const connectTimeoutMs = 10_000
const largestHeaderBytes = 16_384

export function guardedAgent(rules: OutboundRules, { lookup = lookUpAll, ca }: DialOptions): Agent {
  const dial = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    lookup: checkedLookup(rules, lookup),
    ...(ca && { ca: [...getCACertificates('default'), ca] }),
  })
  const connect: buildConnector.connector = (options, callback) => {
    const { hostname } = options
    // Sockets look up names only, so an address written out is checked here.
    if (isIP(hostname) !== 0 && !rules.allows(hostname, hostname)) return callback(refusedHost(hostname), null)
    dial(options, callback)
  }
  return new Agent({
    allowH2: false,
    maxHeaderSize: largestHeaderBytes,
    // Each request has a time limit of its own, which these would only undercut.
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, options: Pool.Options) =>
      new Pool(origin, { ...options, factory: (url, own) => new AddressedClient(url, own as Client.Options, connect) }),
  })
}

// Knows which address its one connection leads to.
class AddressedClient extends Client {
  address = ''
  #isUsed = false

  constructor(origin: URL, options: Client.Options, connect: buildConnector.connector) {
    super(origin, {
      ...options,
      connect: (target, callback) =>
        connect(target, (error, socket) => {
          if (error) return callback(error, null)
          this.address = socket.remoteAddress ?? ''
          callback(null, socket)
        }),
    })
    this.on('disconnect', () => {
      this.#isUsed = false
    })
  }

  override dispatch(options: Dispatcher.DispatchOptions & { opaque?: Dialled }, handler: Dispatcher.DispatchHandler) {
    if (options.opaque) {
      options.opaque.client = this
      options.opaque.isKept = this.#isUsed
    }
    this.#isUsed = true
    return super.dispatch(options, handler)
  }
}

function checkedLookup(rules: OutboundRules, lookup: Lookup): LookupFunction {
  return (host, options, callback) => {
    lookup(host).then(
      found => {
        const [first] = found
        if (!first) return callback(new OutboundFailed('unreachable', 'The host name could not be found'), '')
        if (!found.every(({ address }) => rules.allows(host, address))) return callback(refusedHost(host), '')
        if (options.all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      error => callback(error, ''),
    )
  }
}

function lookUpAll(host: string): Promise<LookedUp[]> {
  return systemLookup(host, { all: true })
}
