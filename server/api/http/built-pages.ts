// Serves the web build from memory, compressed, with security headers: only our own scripts and styles, and no framing
// by other sites.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type CompressedOnce, compressOnce } from './compress-once.ts'
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
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** `frames` lists the sources of pages that may be embedded. */
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
/** A workspace embeds web pages, each in a sandbox. */
const framingPolicy = policyWith('http: https:')

interface Page {
  readonly body: Buffer
  readonly type: string
  readonly etag: string
  readonly isImmutable: boolean
  readonly policy: string
  /** Present if the build made them. Read on first use; null if a newer build has replaced the files. */
  readonly compressed: { readonly [E in keyof CompressedOnce]: (() => Promise<Buffer | null>) | undefined }
}

/** The file at a path: always the same, or a different one for signed-in users. */
export type PageAt = string | { readonly signedIn: string; readonly otherwise: string }

export interface BuiltPagesSettings {
  /** The output folder of the web build. */
  readonly folder: string
  /** Paths without a file extension, and the pages they show. */
  readonly paths: Readonly<Record<string, PageAt>>
  /** Files that embed web pages in frames. */
  readonly framing: readonly string[]
  readonly isSignedIn: (cookies: ReadonlyMap<string, string>) => Promise<boolean>
  /** Text files name the example as the address of the server; they are sent with the real one. */
  readonly origin: { readonly example: string; readonly real: string }
  /** The page that shows the Markdown files: `docs/lists.md` at `/docs/lists`. */
  readonly markdownPage: string
}

export async function serveBuiltPages(
  app: FastifyInstance,
  { folder, paths, framing, isSignedIn, origin, markdownPage }: BuiltPagesSettings,
): Promise<void> {
  const pages = await readPages(folder, framing, text => text.replaceAll(origin.example, origin.real))
  serveMarkdownPages(app, pages, markdownPage)
  serveAssets(app, pages)
  for (const [path, page] of pages) {
    if (path.endsWith('.html') || path.startsWith('assets/')) continue
    app.get(`/${path}`, { config: { isAsset: true } }, (request, reply) => send(request, reply, page))
  }
  for (const [path, at] of Object.entries(paths)) {
    const { signedIn, otherwise } = typeof at === 'string' ? { signedIn: at, otherwise: at } : at
    const [page, other] = [pages.get(signedIn), pages.get(otherwise)]
    if (!page || !other) continue
    app.get(path, async (request, reply) => {
      const isForSignedIn = page !== other && (await isSignedIn(readCookies(request.headers.cookie)))
      return await send(request, reply, isForSignedIn ? page : other)
    })
  }
}

/** One route for all of them, because hundreds would delay the start of the server. */
function serveAssets(app: FastifyInstance, pages: ReadonlyMap<string, Page>): void {
  app.get<{ Params: { '*': string } }>('/assets/*', { config: { isAsset: true } }, (request, reply) => {
    const page = pages.get(`assets/${request.params['*']}`)
    if (!page) return reply.callNotFound()
    return send(request, reply, page)
  })
}

/** A program that asks for Markdown gets the file itself. */
function serveMarkdownPages(app: FastifyInstance, pages: ReadonlyMap<string, Page>, markdownPage: string): void {
  const page = pages.get(markdownPage)
  for (const [path, file] of pages) {
    if (!page || !path.endsWith('.md')) continue
    app.get(`/${path.slice(0, -'.md'.length)}`, (request, reply) => {
      const accepted = String(request.headers.accept ?? '')
      const isText = accepted.includes('text/markdown') && !accepted.includes('text/html')
      return send(request, reply.header('vary', 'accept'), isText ? file : page)
    })
  }
}

async function readPages(
  folder: string,
  framing: readonly string[],
  rewrite: (text: string) => string,
): Promise<Map<string, Page>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = new Set(entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name)))
  const pages = new Map<string, Page>()
  for (const path of paths) {
    const type = types[extname(path)]
    if (type === undefined) continue
    const isText = /\.(md|txt)$/.test(path)
    const body = isText ? Buffer.from(rewrite(await readFile(path, 'utf8'))) : await readFile(path)
    const name = relative(folder, path).replaceAll('\\', '/')
    // Asset names contain a hash of the content, so a file never changes under its name.
    const isImmutable = name.startsWith('assets/')
    const compressed = (ending: string) =>
      isImmutable && paths.has(path + ending) ? readOnce(path + ending) : undefined
    pages.set(name, {
      body,
      type,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      isImmutable,
      policy: framing.includes(name) ? framingPolicy : policy,
      // The text files are known only now, so the build could not compress them.
      compressed: isText ? compressOnce(body) : { br: compressed('.br'), gzip: compressed('.gz') },
    })
  }
  return pages
}

function readOnce(path: string): () => Promise<Buffer | null> {
  let read: Promise<Buffer | null> | undefined
  return () => {
    read ??= readFile(path).catch(() => null)
    return read
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  const encoding = acceptedEncoding(page.compressed, request.headers['accept-encoding'])
  reply
    .header('vary', reply.hasHeader('vary') ? `${reply.getHeader('vary')}, accept-encoding` : 'accept-encoding')
    .header('content-type', page.type)
    .header('content-security-policy', page.policy)
    .header('etag', page.etag)
    .header('cache-control', page.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  // A page in a sandbox (page-routes.ts) has an origin of its own, and scripts and fonts are requested with CORS.
  if (page.isImmutable) reply.header('access-control-allow-origin', '*')
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const compressed = encoding && (await page.compressed[encoding]?.())
  if (!compressed) return reply.send(page.body)
  return reply.header('content-encoding', encoding).send(compressed)
}
