// Fetches a board through the REST API of Miro with the token of the user, as the file that the reader of the format
// expects. The token is sent only to Miro, and not to other hosts that Miro refers to.

import { setTimeout as wait } from 'node:timers/promises'
import {
  type GuardedFetch,
  type GuardedResponse,
  OutboundFailed,
  OutboundRefused,
} from '../../platform/outbound/index.ts'
import { ImportFailed } from './import-failed.ts'

const miroApi = 'https://api.miro.com'

export interface MiroRequest {
  readonly board: string
  readonly token: string
  readonly signal: AbortSignal
}

export interface MiroDependencies {
  readonly guardedFetch: GuardedFetch
  /** For tests; the URL of Miro if omitted. */
  readonly miroOrigin?: string
}

const pageSize = 50
const maxItems = 100_000
const maxPageBytes = 20_000_000
const maxImageBytes = 50_000_000
const maxImages = 500
const maxAllImageBytes = 150_000_000

/** Throws ImportFailed if Miro refuses. */
export async function fetchMiroBoard(dependencies: MiroDependencies, request: MiroRequest): Promise<Buffer> {
  const path = `/v2/boards/${encodeURIComponent(request.board)}`
  const items = await fetchPages(dependencies, request, `${path}/items`)
  const connectors = await fetchPages(dependencies, request, `${path}/connectors`)
  const images = await fetchImages(dependencies, request, items)
  return Buffer.from(JSON.stringify({ format: 'miro', items, connectors, images }))
}

interface Page {
  readonly data?: unknown
  readonly cursor?: unknown
}

async function fetchPages(dependencies: MiroDependencies, request: MiroRequest, path: string): Promise<unknown[]> {
  const found: unknown[] = []
  let cursor = ''
  do {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = (await fetchJson(dependencies, request, `${path}?limit=${pageSize}${query}`)) as Page
    const data = Array.isArray(page.data) ? page.data : []
    found.push(...data)
    if (found.length > maxItems) throw new ImportFailed('too_many_objects', 'The board has more than 100,000 objects')
    cursor = typeof page.cursor === 'string' && data.length > 0 ? page.cursor : ''
  } while (cursor !== '')
  return found
}

const maxTries = 6
const maxWaitMs = 60_000

/** Waits as long as Miro asks for if there were too many requests. */
async function fetchJson(dependencies: MiroDependencies, request: MiroRequest, path: string): Promise<unknown> {
  const url = new URL(path, dependencies.miroOrigin ?? miroApi).href
  const headers = { authorization: `Bearer ${request.token}`, accept: 'application/json' }
  for (let attempt = 1; ; attempt++) {
    request.signal.throwIfAborted()
    const response = await send(dependencies, url, { headers, timeoutMs: 30_000, maxBytes: maxPageBytes })
    const body = await readBody(response)
    if (response.status === 200) return parse(body)
    if (response.status !== 429 || attempt >= maxTries) throw refusal(response.status)
    await wait(pauseMs(response), undefined, { signal: request.signal })
  }
}

async function send(
  { guardedFetch }: MiroDependencies,
  url: string,
  options: Parameters<GuardedFetch>[1],
): Promise<GuardedResponse> {
  try {
    return await guardedFetch(url, options)
  } catch (error) {
    if (error instanceof OutboundFailed || error instanceof OutboundRefused)
      throw new ImportFailed('refused', 'Miro could not be reached')
    throw error
  }
}

function pauseMs({ headers }: GuardedResponse): number {
  const seconds = Number(headers['retry-after'])
  return Math.min(maxWaitMs, Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : 5_000)
}

async function readBody({ body }: GuardedResponse): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) ?? {}
  } catch {
    throw new ImportFailed('refused', 'The reply of Miro could not be read')
  }
}

/** The reply is not passed on: it could repeat the token. */
function refusal(status: number): ImportFailed {
  if (status === 401 || status === 403)
    return new ImportFailed('refused', 'Miro does not accept the token, or it does not allow reading the board')
  if (status === 404) return new ImportFailed('refused', 'Miro has no such board, or the token cannot see it')
  if (status === 429) return new ImportFailed('refused', 'Miro allows no more requests at the moment; try again later')
  return new ImportFailed('refused', `Miro replied with the status ${status}`)
}

/** Images are best effort: one that cannot be fetched leaves a placeholder. */
async function fetchImages(dependencies: MiroDependencies, request: MiroRequest, items: readonly unknown[]) {
  const images: Record<string, string> = {}
  let bytes = 0
  for (const item of items.filter(isImage).slice(0, maxImages)) {
    if (bytes > maxAllImageBytes) break
    const image = await fetchImage(dependencies, request, item.data.imageUrl).catch(error => {
      if (request.signal.aborted) throw error
      return null
    })
    if (!image) continue
    bytes += image.bytes.length
    images[item.id] = `data:${image.mime};base64,${image.bytes.toString('base64')}`
  }
  return images
}

interface ImageItem {
  readonly id: string
  readonly data: { readonly imageUrl: string }
}

const isImage = (item: unknown): item is ImageItem => {
  const { id, type, data } = (item ?? {}) as { id?: unknown; type?: unknown; data?: { imageUrl?: unknown } }
  return typeof id === 'string' && type === 'image' && typeof data?.imageUrl === 'string'
}

/** Miro returns the URL of the bytes, which is on another host and needs no token. */
async function fetchImage(dependencies: MiroDependencies, request: MiroRequest, imageUrl: string) {
  const origin = dependencies.miroOrigin ?? miroApi
  const asked = new URL(imageUrl, origin)
  if (asked.origin !== new URL(origin).origin) return null
  asked.searchParams.set('redirect', 'false')
  asked.searchParams.set('format', 'original')
  const { url } = (await fetchJson(dependencies, request, asked.pathname + asked.search)) as { url?: unknown }
  if (typeof url !== 'string') return null
  const response = await send(dependencies, url, { timeoutMs: 30_000, maxBytes: maxImageBytes, maxRedirects: 3 })
  const bytes = await readBody(response)
  const mime = String(response.headers['content-type'] ?? '').split(';')[0] ?? ''
  return response.status === 200 && /^image\/[a-z.+-]+$/.test(mime) ? { mime, bytes } : null
}
