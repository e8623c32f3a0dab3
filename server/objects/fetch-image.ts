// The bytes of an image that the service is asked to fetch itself.

import { badField } from '@tessera/contract'
import { FileTooLarge } from '../files/file-storage.ts'
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
      if (status === 200) return guarded(body)
      breakOff(body).catch(() => {})
      throw badField('url', `answered with the status ${status}`)
    } catch (error) {
      throw told(error)
    }
  }

/** Frees the connection of an answer that nobody wants. */
async function breakOff(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body) return
}

async function* guarded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw told(error)
  }
}

function told(error: unknown): unknown {
  if (error instanceof OutboundFailed && error.reason === 'too-large') return new FileTooLarge(maxBytes)
  const isTheirs = error instanceof OutboundRefused || error instanceof OutboundFailed
  return isTheirs ? badField('url', `cannot be fetched: ${error.message}`) : error
}
