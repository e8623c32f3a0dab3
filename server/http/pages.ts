// The built pages, held in memory and sent with the headers that keep them safe: scripts and styles are ours alone, and
// nobody frames us.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readCookies } from './read-cookies.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** `frames`: where pages shown in frames may come from. */
const policyWith = (frames: string) =>
  [
    "default-src 'self'",
    `frame-src ${frames}`,
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const policy = policyWith("'none'")
/** A workspace shows pages of the web, each in a sandbox. */
const framingPolicy = policyWith('http: https:')

interface Page {
  readonly body: Buffer
  readonly type: string
  readonly etag: string
  readonly isFixed: boolean
  readonly policy: string
  readonly compressed: { [E in Encoding]?: Promise<Buffer> }
}

/** What lives at an address: a file, or another one for who is signed in. */
export type PageAt = string | { readonly signedIn: string; readonly otherwise: string }

export interface PagesSettings {
  /** Where the built pages lie. */
  readonly folder: string
  /** The pages that live at an address without an ending. */
  readonly addresses: Readonly<Record<string, PageAt>>
  /** Those of the files that show pages of the web in frames. */
  readonly framing: readonly string[]
  readonly isSignedIn: (cookies: ReadonlyMap<string, string>) => Promise<boolean>
}

export async function servePages(
  app: FastifyInstance,
  { folder, addresses, framing, isSignedIn }: PagesSettings,
): Promise<void> {
  const pages = await readPages(folder, framing)
  for (const [path, page] of pages) {
    if (path.endsWith('.html')) continue
    app.get(`/${path}`, (request, reply) => send(request, reply, page))
  }
  for (const [address, at] of Object.entries(addresses)) {
    const { signedIn, otherwise } = typeof at === 'string' ? { signedIn: at, otherwise: at } : at
    const [page, other] = [pages.get(signedIn), pages.get(otherwise)]
    if (!page || !other) continue
    app.get(address, async (request, reply) => {
      const isTheirs = page !== other && (await isSignedIn(readCookies(request.headers.cookie)))
      return await send(request, reply, isTheirs ? page : other)
    })
  }
}

async function readPages(folder: string, framing: readonly string[]): Promise<Map<string, Page>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const pages = new Map<string, Page>()
  for (const entry of entries) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const body = await readFile(path)
    const name = path.slice(folder.length).replaceAll('\\', '/').replace(/^\//, '')
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    pages.set(name, {
      body,
      type,
      etag,
      isFixed: name.startsWith('assets/'),
      policy: framing.includes(name) ? framingPolicy : policy,
      compressed: {},
    })
  }
  return pages
}

async function send(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  const encoding = page.body.length < 1_024 ? null : encodingFor(request.headers['accept-encoding'])
  reply
    .header('vary', 'accept-encoding')
    .header('content-type', page.type)
    .header('content-security-policy', page.policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('etag', page.etag)
    // The names of assets carry a hash of what is in them.
    .header('cache-control', page.isFixed ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  if (!encoding) return reply.send(page.body)
  return reply.header('content-encoding', encoding).send(await compressed(page, encoding))
}

const encodings = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof encodings

const encodingFor = (accepted: string | string[] | undefined): Encoding | null =>
  (['br', 'gzip'] as const).find(name => new RegExp(`\\b${name}\\b`).test(String(accepted ?? ''))) ?? null

/** Each page is compressed once, when somebody first asks for it. */
function compressed(page: Page, encoding: Encoding): Promise<Buffer> {
  page.compressed[encoding] ??= encodings[encoding](page.body)
  return page.compressed[encoding]
}
