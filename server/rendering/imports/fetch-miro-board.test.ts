import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { importLimits } from '@tessera/formats/board-content'
import { readMiro } from '@tessera/formats/miro/read-miro'
import { pino } from 'pino'
import { importEnded, importInto } from '../../testing/imports.ts'
import { withServer } from '../../testing/local-server.ts'
import { type World, world } from '../../testing/world.ts'
import { fetchMiroBoard } from './fetch-miro-board.ts'
import { findImport, type ImportRow, purgeImports } from './import-store.ts'
import { openMiroFetches } from './miro-fetches.ts'
import { startImport } from './start-import.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEklEQVR4nGPQm/8eK2IYXBIA9ilLIRFbp8YAAAAASUVORK5CYII=', 'base64') // biome-ignore format: a picture
const note = (id: number) => ({ id: `n${id}`, type: 'sticky_note', data: { content: `<p>Note ${id}</p>` }, position: { x: id * 300, y: 0 }, geometry: { width: 199, height: 228 } }) // biome-ignore format: an item

/** A server that replies like Miro: pages with a cursor, a rate limit, images at another URL. */
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

test('[IMP-38] a board is fetched from Miro page by page, with its images; only Miro receives the token', async () => {
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

test('[IMP-38] if Miro refuses, the error says why, without the token', async () => {
  await withServer(fakeMiro('right').handler, async ({ origin, outbound }) => {
    const dependencies = { guardedFetch: outbound.guardedFetch, miroOrigin: origin }
    const fetch = (board: string, token: string) => fetchMiroBoard(dependencies, { board, token, signal })
    await assert.rejects(fetch('uXjVK=', 'wrong'), { code: 'refused', message: /does not accept the token/ })
    await assert.rejects(fetch('other', 'right'), { code: 'refused', message: /no such board/ })
  })
})

test('[IMP-38] without a file, the Miro board and a token are required', async () => {
  const { ann, board } = await world()
  const start = (body: object) => ann.imports.create(board, body as never)
  await assert.rejects(start({}), /file.*required/)
  await assert.rejects(start({ format: 'miro', token: 'x' }), /board.*required/)
  await assert.rejects(start({ format: 'miro', board: 'uXjVK=' }), /token.*required/)
  await assert.rejects(start({ format: 'miro', board: 'https://evil.test/uXjVK', token: 'x' }), /board.*Miro/)
})

/** Commits an import without a file, like the operation does. */
async function startWithoutFile({ ann, board, organization, dependencies: { db } }: World): Promise<ImportRow> {
  const { id } = await importInto(ann, board, 'one', { name: 'notes.csv' })
  const claim = (await findImport(db.read, id)) as ImportRow
  const workspace = { id: claim.workspace_id, organization_id: organization }
  const now = new Date().toISOString()
  return await db.write(tx => startImport(tx, { workspace, claim, file: null, format: 'miro', at: null, now }))
}

test('[IMP-38] the board is fetched with the token, which is never stored, and then imported', async () => {
  const made = await world()
  const { ann, board, organization, dependencies } = made
  await withServer(fakeMiro('secret-token').handler, async ({ origin, outbound: { guardedFetch } }) => {
    const settings = { ...dependencies, guardedFetch, miroOrigin: origin, log: pino({ level: 'silent' }) }
    const fetches = openMiroFetches(settings)
    const { id } = await startWithoutFile(made)
    fetches.start(id, organization, { board: 'uXjVK=', token: 'secret-token' })
    const { state, report } = await importEnded(ann, board, id)
    assert.deepEqual([state, report?.created], ['done', 72])

    const refused = await startWithoutFile(made)
    fetches.start(refused.id, organization, { board: 'uXjVK=', token: 'wrong' })
    const { error } = await importEnded(ann, board, refused.id)
    assert.match(error ?? '', /does not accept the token/)
    const jobs = await dependencies.db.read.selectFrom('jobs').select('payload').execute()
    assert.doesNotMatch(JSON.stringify(jobs), /secret-token|wrong/)
  })
})

test('[IMP-38] an import whose process ended while it fetched the board fails', async () => {
  const made = await world()
  const { ann, board, dependencies } = made
  const { id } = await startWithoutFile(made)
  await purgeImports(dependencies.db, Date.now() + 20 * 60_000)
  assert.equal((await ann.imports.get(board, id)).import.state, 'waiting')
  await purgeImports(dependencies.db, Date.now() + 40 * 60_000)
  const { state, error } = (await ann.imports.get(board, id)).import
  assert.equal(state, 'failed')
  assert.match(error ?? '', /Start the import again/)
})
