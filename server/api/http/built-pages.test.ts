// Tests how the built pages are sent.

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fastify } from 'fastify'
import { serveBuiltPages } from './built-pages.ts'

async function serve(context: TestContext, files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  context.after(() => rm(folder, { recursive: true }))
  for (const inner of ['assets', 'docs']) await mkdir(join(folder, inner))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const app = fastify()
  await serveBuiltPages(app, {
    folder,
    paths: { '/': 'index.html' },
    framing: [],
    isSignedIn: async () => false,
    origin: { example: 'https://tessera.example.com', real: 'http://localhost:8080' },
    markdownPage: 'docs.html',
  })
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const { statusCode, body, headers: sent } = await app.inject({ url, headers })
    return { statusCode, body, sent }
  }
  return { folder, get }
}

const script = { 'assets/a.js': 'plain', 'assets/a.js.br': 'by brotli', 'assets/a.js.gz': 'by gzip' }

test('a script is sent as compressed by the build, in the encoding the browser prefers', async context => {
  const { get } = await serve(context, script)
  for (const [accepted, body, encoding] of [
    ['gzip, deflate, br, zstd', 'by brotli', 'br'],
    ['gzip', 'by gzip', 'gzip'],
    ['identity', 'plain', undefined],
  ] as const) {
    const reply = await get('/assets/a.js', { 'accept-encoding': accepted })
    assert.equal(reply.body, body)
    assert.equal(reply.sent['content-encoding'], encoding)
    assert.equal(reply.sent['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(reply.sent.vary, 'accept-encoding')
  }
  assert.equal((await get('/assets/a.js')).body, 'plain')
})

test('files the build did not compress, like fonts, are sent uncompressed, and compressed files have no URL of their own', async context => {
  const { get } = await serve(context, { 'index.html': 'page', 'assets/serif.woff2': 'font', ...script })
  const font = await get('/assets/serif.woff2', { 'accept-encoding': 'br, gzip' })
  assert.equal(font.body, 'font')
  assert.equal(font.sent['content-encoding'], undefined)
  assert.equal(font.sent['content-type'], 'font/woff2')
  for (const path of ['/assets/a.js.br', '/index.html', '/..%2Fpackage.json'])
    assert.equal((await get(path)).statusCode, 404, path)
})

test('assets are cached for good, pages are revalidated, and an unchanged file is not sent twice', async context => {
  const { get } = await serve(context, { 'index.html': 'page', 'assets/a-1f2e.js': 'text' })
  const [page, asset] = [await get('/'), await get('/assets/a-1f2e.js')]
  assert.equal(page.sent['cache-control'], 'no-cache')
  assert.equal(asset.sent['cache-control'], 'public, max-age=31536000, immutable')
  const again = await get('/', { 'if-none-match': String(page.sent.etag) })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
  assert.notEqual(page.sent.etag, asset.sent.etag)
})

test('if the pages are rebuilt while a server runs, it keeps serving those it started with', async context => {
  const { folder, get } = await serve(context, { 'index.html': 'before', ...script })
  await rm(folder, { recursive: true })
  await mkdir(folder)
  for (const name of ['index.html', 'index.html.br']) await writeFile(join(folder, name), 'after')
  for (const [path, body] of [
    ['/', 'before'],
    ['/assets/a.js', 'plain'],
  ] as const) {
    const reply = await get(path, { 'accept-encoding': 'br' })
    assert.deepEqual([reply.body, reply.sent['content-encoding']], [body, undefined])
  }
})

test('[DOC-6] a Markdown file has a page at its address without the ending, and names the server that sends it', async context => {
  const { get } = await serve(context, {
    'docs.html': '<main>',
    'docs/lists.md': '# Lists\n\ncurl https://tessera.example.com/api',
    'llms.txt': '[Lists](https://tessera.example.com/docs/lists.md)',
  })
  const file = await get('/docs/lists.md')
  assert.equal(file.body, '# Lists\n\ncurl http://localhost:8080/api')
  assert.equal(file.sent['content-type'], 'text/markdown; charset=utf-8')
  const map = await get('/llms.txt')
  assert.equal(map.body, '[Lists](http://localhost:8080/docs/lists.md)')
  assert.equal(map.sent['content-type'], 'text/plain; charset=utf-8')
  assert.equal((await get('/docs/lists', { accept: 'text/html,*/*' })).body, '<main>')
  assert.equal((await get('/docs/lists', { accept: 'text/markdown, text/plain' })).body, file.body)
  assert.equal((await get('/docs/lists')).sent.vary, 'accept, accept-encoding')
  assert.equal((await get('/docs/nothing')).statusCode, 404)
})

test('[DOC-6] text files are compressed and not sent twice', async context => {
  const { get } = await serve(context, { 'llms.txt': 'many words '.repeat(1_000) })
  const plain = await get('/llms.txt')
  const packed = await get('/llms.txt', { 'accept-encoding': 'gzip, br' })
  assert.equal(packed.sent['content-encoding'], 'br')
  assert.ok(Number(packed.sent['content-length']) < Number(plain.sent['content-length']) / 10)
  const again = await get('/llms.txt', { 'if-none-match': String(plain.sent.etag) })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
})
