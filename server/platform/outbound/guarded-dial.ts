// Opens connections only to checked addresses: a host name is resolved once per connection, every resolved address is checked,
// and the socket may choose among those only (no DNS rebinding). Connections are reused per host.
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici'
import { OutboundFailed } from './outbound-failed.ts'
import { type OutboundRules, refusedHost } from './outbound-policy.ts'

interface ResolvedAddress {
  address: string
  family: number
}

type Resolve = (host: string) => Promise<ResolvedAddress[]>

export interface DialOptions {
  lookup?: Resolve
  /** Certificates to trust in addition to the system's, in PEM. */
  ca?: string
}

/** Passed as `opaque` of a request, it receives the connection that was used. */
export interface UsedConnection {
  client?: { address: string }
  /** Whether the connection has carried a request before. */
  isReused?: boolean
}

const connectTimeoutMs = 10_000
const maxHeaderBytes = 16_384

export function guardedAgent(rules: OutboundRules, { lookup = resolveAll, ca }: DialOptions): Agent {
  const dial = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    lookup: checkedLookup(rules, lookup),
    ...(ca && { ca: [...getCACertificates('default'), ca] }),
  })
  const connect: buildConnector.connector = (options, callback) => {
    const { hostname } = options
    // Sockets resolve only names, so a literal address is checked here.
    if (isIP(hostname) !== 0 && !rules.allows(hostname, hostname)) return callback(refusedHost(hostname), null)
    dial(options, callback)
  }
  return new Agent({
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
    // Requests have their own time limits.
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, options: Pool.Options) =>
      new Pool(origin, { ...options, factory: (url, own) => new AddressedClient(url, own as Client.Options, connect) }),
  })
}

// The interceptor knows the address of its only connection.
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

  override dispatch(
    options: Dispatcher.DispatchOptions & { opaque?: UsedConnection },
    handler: Dispatcher.DispatchHandler,
  ) {
    if (options.opaque) {
      options.opaque.client = this
      options.opaque.isReused = this.#isUsed
    }
    this.#isUsed = true
    return super.dispatch(options, handler)
  }
}

function checkedLookup(rules: OutboundRules, lookup: Resolve): LookupFunction {
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

function resolveAll(host: string): Promise<ResolvedAddress[]> {
  return systemLookup(host, { all: true })
}
