// Looks at a web page as far as is needed to show it on a board: the headers of its answer and the head of its HTML. All
// through the guarded way out, within limits; nothing that it runs or refers to is loaded here.

import type { GuardedFetch, GuardedResponse } from '../outbound/guarded-fetch.ts'
import { OutboundFailed } from '../outbound/outbound-failed.ts'
import { OutboundRefused } from '../outbound/outbound-policy.ts'
import { framingRefusal } from './framing.ts'
import { type PageHead, readPageHead } from './page-head.ts'

export interface CheckedPage extends PageHead {
  /** After redirects. */
  readonly url: string
  readonly framing: 'allowed' | 'refused' | 'unknown'
  readonly reason: string
}

const limits = { timeoutMs: 8_000, maxBytes: 262_144, whenLarger: 'cut', maxRedirects: 5 } as const
const headers = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5' }
const noHead: PageHead = { title: '', pictures: [], icons: [] }

/** `ancestor` is the page of ours that would be around it. */
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
  // What a site answers to a stranger it turns away is not what it answers to a person's browser.
  if (status !== 200) return { ...unknownPage(url, `The site answered with the status ${status}`), title: head.title }
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
  const bytes = await beginningOf(body, isPage)
  if (isPage) return readPageHead(decode(bytes, type), url)
  return /^\s*image\//i.test(type) ? { ...noHead, pictures: [url] } : noHead
}

/** To the end of the head; what broke off is good as far as it came. */
async function beginningOf(body: AsyncIterable<Uint8Array>, isPage: boolean): Promise<Buffer> {
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
