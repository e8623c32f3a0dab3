import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importLimits } from '@tessera/formats/board-content'
import { readMiro } from '@tessera/formats/miro/read-miro'
import { fakeMiro, miroImage } from '../../testing/fake-miro.ts'
import { withServer } from '../../testing/local-server.ts'
import { fetchMiroBoard } from './fetch-miro-board.ts'

const signal = new AbortController().signal

test('[IMP-38] a board is fetched from Miro page by page, with its images; only Miro receives the token', async () => {
  const miro = fakeMiro('secret-token')
  await withServer(miro.handler, async ({ origin, outbound }) => {
    const request = { board: 'uXjVK=', token: 'secret-token', signal }
    const bytes = await fetchMiroBoard({ guardedFetch: outbound.guardedFetch, miroOrigin: origin }, request)
    const { objects, files } = readMiro(bytes, importLimits)
    assert.equal(objects.filter(({ kind }) => kind === 'note').length, 70)
    assert.equal(objects.filter(({ kind }) => kind === 'connector').length, 1)
    assert.deepEqual(files.map(file => Buffer.from(file.bytes)), [miroImage]) // biome-ignore format: short
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
