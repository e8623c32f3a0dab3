// Fetches an image from a URL given by a client.

import { badField } from '@tessera/contract'
import { FileTooLarge } from '../../platform/files/index.ts'
import { type LazyOutbound, OutboundFailed, OutboundRefused } from '../../platform/outbound/index.ts'
import type { Semaphore } from '../../tools/index.ts'

const timeoutMs = 30_000
const maxBytes = 50_000_001

/** Fetches the image for this user and returns its bytes. */
export type FetchImage = <Result>(
  source: { readonly url: string; readonly user_id: number },
  receive: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
) => Promise<Result>

export interface FetchDependencies extends Pick<LazyOutbound, 'guardedFetch'> {
  /** How many images are fetched concurrently, for each user and in total. Further ones wait. */
  readonly slots: Semaphore<number>
}

/** If the URL cannot be fetched, the error is a BadRequest. */
export const imageFetcher =
  ({ guardedFetch, slots }: FetchDependencies): FetchImage =>
  ({ url, user_id }, receive) =>
    slots.run(async () => await receive(await open(guardedFetch, url)), user_id)

async function open(guardedFetch: LazyOutbound['guardedFetch'], url: string): Promise<AsyncIterable<Uint8Array>> {
  try {
    const { status, body } = await guardedFetch(url, { timeoutMs, maxBytes, maxRedirects: 3 })
    if (status === 200) return withProblems(body)
    discardBody(body).catch(() => {})
    throw badField('url', `responded with status ${status}`)
  } catch (error) {
    throw asProblem(error)
  }
}

/** Releases the connection of a response that is not used. */
async function discardBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body) return
}

async function* withProblems(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw asProblem(error)
  }
}

function asProblem(error: unknown): unknown {
  if (error instanceof OutboundFailed && error.reason === 'too-large') return new FileTooLarge(maxBytes)
  const isOutbound = error instanceof OutboundRefused || error instanceof OutboundFailed
  return isOutbound ? badField('url', `cannot be fetched: ${error.message}`) : error
}
