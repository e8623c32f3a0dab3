// The bytes of an image that the service is asked to fetch itself.

import { badField } from '@tessera/contract'
import type { LazyOutbound } from '../outbound/lazy-outbound.ts'
import { OutboundFailed } from '../outbound/outbound-failed.ts'
import { OutboundRefused } from '../outbound/outbound-policy.ts'

const timeoutMs = 30_000
const maxBytes = 50_000_001

/** Whatever is wrong with the address or what lies behind it, is the sender's to mend. */
export const imageFetcher =
  ({ guardedFetch }: Pick<LazyOutbound, 'guardedFetch'>) =>
  async (url: string): Promise<AsyncIterable<Uint8Array>> => {
    try {
      const { status, body } = await guardedFetch(url, { timeoutMs, maxBytes, maxRedirects: 3 })
      if (status !== 200) throw badField('url', `answered with the status ${status}`)
      return guarded(body)
    } catch (error) {
      throw told(error)
    }
  }

async function* guarded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw told(error)
  }
}

const told = (error: unknown) =>
  error instanceof OutboundRefused || error instanceof OutboundFailed ? badField('url', error.message) : error
