import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { importLimits } from '../formats/board-content.ts'
import { readMiro } from '../formats/miro/read-miro.ts'
import { withServer } from '../testing/local-server.ts'
import { world } from '../testing/world.ts'
import { fetchMiroBoard } from './fetch-miro-board.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEklEQVR4nGPQm/8eK2IYXBIA9ilLIRFbp8YAAAAASUVORK5CYII=', 'base64') // biome-ignore format: a picture
const note = (id: number) => ({ id: `n${id}`, type: 'sticky_note', data: { content: `<p>Note ${id}</p>` }, position: { x: id * 300, y: 0 }, geometry: { width: 199, height: 228 } }) // biome-ignore format: an item

/** A server that replies as Miro does: pages with a cursor, a limit on requests, images at another address. */
function fakeMiro(token: string): { handler: RequestListener; seen: string[] } {
  const seen: string[] = []
  let isLimited = true
  const handler: RequestListener = (request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    seen.push(`${url.pathname} ${request.headers.authorization ?? 'no token'}`)
    const reply = (status: number, body: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (url.pathname === '/bytes') return response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    if (request.headers.authorization !== `Bearer ${token}`) return reply(401, { message: `bad token ${token}` })
    if (url.pathname === '/image') return reply(200, { url: `${url.origin}/bytes` })
    if (!url.pathname.startsWith('/v2/boards/uXjVK%3D/')) return reply(404, {})
    if (url.pathname.endsWith('/connectors'))
      return reply(200, { data: [{ startItem: { id: 'n0' }, endItem: { id: 'n60' }, shape: 'straight' }] })
    if (url.searchParams.has('cursor') && isLimited) {
      isLimited = false
      return reply(429, {}, { 'retry-after': '0' })
    }
    if (url.searchParams.has('cursor')) {
      const image = { id: 'i1', type: 'image', data: { imageUrl: `${url.origin}/image?redirect=true` } }
      return reply(200, { data: [...Array.from({ length: 20 }, (_, index) => note(50 + index)), image] })
    }
    return reply(200, { data: Array.from({ length: 50 }, (_, index) => note(index)), cursor: 'MzQ=' })
  }
  return { handler, seen }
}

const signal = new AbortController().signal

test('[IMP-38] a board is fetched from Miro page by page, with its images; only Miro gets the token', async () => {
  const miro = fakeMiro('secret-token')
  await withServer(miro.handler, async ({ origin, outbound }) => {
    const request = { board: 'uXjVK=', token: 'secret-token', signal }
    const bytes = await fetchMiroBoard({ guardedFetch: outbound.guardedFetch, miroOrigin: origin }, request)
    const { objects, files } = readMiro(bytes, importLimits)
    assert.equal(objects.filter(({ kind }) => kind === 'note').length, 70)
    assert.equal(objects.filter(({ kind }) => kind === 'connector').length, 1)
    assert.deepEqual(files.map(file => Buffer.from(file.bytes)), [png]) // biome-ignore format: short
    assert.ok(!bytes.toString().includes('secret-token'))
    assert.deepEqual(miro.seen.filter(line => !line.endsWith('Bearer secret-token')), ['/bytes no token']) // biome-ignore format: short
  })
})

test('[IMP-38] Miro refuses: the error says why, without the token', async () => {
  await withServer(fakeMiro('right').handler, async ({ origin, outbound }) => {
    const dependencies = { guardedFetch: outbound.guardedFetch, miroOrigin: origin }
    const fetch = (board: string, token: string) => fetchMiroBoard(dependencies, { board, token, signal })
    await assert.rejects(fetch('uXjVK=', 'wrong'), { code: 'refused', message: /does not accept the token/ })
    await assert.rejects(fetch('other', 'right'), { code: 'refused', message: /no such board/ })
  })
})

test('[IMP-38] without a file, the board of Miro and a token are required', async () => {
  const { ann, board } = await world()
  const start = (body: object) => ann.imports.create(board, body as never)
  await assert.rejects(start({}), /file.*required/)
  await assert.rejects(start({ format: 'miro', token: 'x' }), /board.*required/)
  await assert.rejects(start({ format: 'miro', board: 'uXjVK=' }), /token.*required/)
  await assert.rejects(start({ format: 'miro', board: 'https://evil.test/uXjVK', token: 'x' }), /board.*Miro/)
})
