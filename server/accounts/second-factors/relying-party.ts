// The relying party of passkeys: the host of PUBLIC_URL. Browsers allow passkeys only for host names, on https or
// localhost.

import { isIP } from 'node:net'

export interface RelyingParty {
  readonly name: string
  /** The host; a passkey works only there. */
  readonly id: string
  readonly origin: string
}

/** Returns null if browsers allow no passkeys at this address. */
export function findRelyingParty(publicUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  if (isAddress || (protocol !== 'https:' && hostname !== 'localhost')) return null
  return { name: 'Tessera', id: hostname, origin }
}
