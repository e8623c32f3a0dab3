// Fetches what is needed to show a web page on a board: the response headers and the head of the HTML. It uses the guarded
// fetch, within limits; scripts and resources of the page are not loaded.

import {
  type GuardedFetch,
  type GuardedResponse,
  OutboundFailed,
  OutboundRefused,
} from '../../platform/outbound/index.ts'
import { framingRefusal } from './framing.ts'
import { type PageHead, readPageHead } from './page-head.ts'

export interface CheckedPage extends PageHead {
  /** The URL after redirects. */
  readonly url: string
  readonly framing: 'allowed' | 'refused' | 'unknown'
  readonly reason: string
}

const limits = { timeoutMs: 8_000, maxBytes: 262_144, whenLarger: 'cut', maxRedirects: 5 } as const
const headers = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5' }
const noHead: PageHead = { title: '', pictures: [], icons: [] }

/** `ancestor` is the page of this server that would contain the frame. */
export async function checkPage(guardedFetch: GuardedFetch, address: string, ancestor: URL): Promise<CheckedPage> {
  let response: GuardedResponse
  try {
    response = await guardedFetch(address, { ...limits, headers })
  } catch (error) {
    if (!(error instanceof OutboundFailed || error instanceof OutboundRefused)) throw error
    return unknownPage(address, error.message)
  }
  const { status, url } = response
  const head = await headOf(response)
  // A site that rejects our request may still respond to the user's browser, so the result is unknown.
  if (status !== 200) return { ...unknownPage(url, `The site responded with status ${status}`), title: head.title }
  const reason = framingRefusal(response.headers, new URL(url), ancestor)
  return { ...head, url, framing: reason === '' ? 'allowed' : 'refused', reason }
}

export const unknownPage = (url: string, reason: string): CheckedPage => ({
  ...noHead,
  url,
  framing: 'unknown',
  reason,
})

async function headOf({ headers, url, body }: GuardedResponse): Promise<PageHead> {
  const type = String(headers['content-type'] ?? '')
  const isPage = /^\s*(text\/html|application\/xhtml\+xml)/i.test(type)
  const bytes = await readBeginning(body, isPage)
  if (isPage) return readPageHead(decode(bytes, type), url)
  return /^\s*image\//i.test(type) ? { ...noHead, pictures: [url] } : noHead
}

/** Reads up to the end of the head; if the connection breaks, returns the bytes received so far. */
async function readBeginning(body: AsyncIterable<Uint8Array>, isPage: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body) {
      if (!isPage) break
      chunks.push(Buffer.from(chunk))
      if (/<\/head|<body/i.test(Buffer.concat(chunks.slice(-2)).toString('latin1'))) break
    }
  } catch (error) {
    if (!(error instanceof OutboundFailed)) throw error
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Buffer, type: string): string {
  const declared = /charset\s*=\s*["']?([\w-]+)/i
  const name = (declared.exec(type) ?? declared.exec(bytes.toString('latin1', 0, 2_048)))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(name).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
