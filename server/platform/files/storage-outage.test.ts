// A server whose bucket does not respond: what its users see, and what happens to the work that needs the storage.

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { jobRows } from '../../testing/job-rows.ts'
import { bytesAt, fetchFile, processedImage } from '../../testing/processed.ts'
import { startS3Server } from '../../testing/s3-server.ts'
import { readSample } from '../../testing/sample-file.ts'
import { until } from '../../testing/until.ts'
import { type World, worldWith } from '../../testing/world.ts'

const keys = { accessKeyId: 'AKTEST', secretAccessKey: 'secret', region: 'eu-test-1', bucket: 'board' }

test('an outage of the storage', async t => {
  const s3 = await startS3Server(keys)
  t.after(() => s3.close())
  const made = await worldWith({ s3: { ...keys, endpoint: s3.endpoint, prefix: '' } }, {})
  const { ann, board, dependencies } = made
  const changes: (string | null)[] = []
  const log = dependencies.storageHealth.onChange
  dependencies.storageHealth.onChange = outage => {
    changes.push(outage?.name ?? null)
    log?.(outage)
  }

  const isBack = async () => {
    s3.faultOf = () => null
    await until(async () => dependencies.storageHealth.outage === null)
  }

  await t.test('[FIL-26] [ERR-15] uploads are a 503 with Retry-After and leave nothing behind', async () => {
    s3.faultOf = () => 'hang up'
    const before = await ann.events.list(board)
    const response = await upload(made)
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    assert.deepEqual([response.status, error.code], [503, 'ServiceUnavailable'])
    assert.match(error.message, /storage/)
    assert.equal(response.headers.get('retry-after'), '5')
    assert.deepEqual(await ann.events.list(board), before)
    assert.deepEqual((await ann.images.list(board)).images, [])
    assert.deepEqual(await readdir(join(dependencies.config.dataDir, 'spool')), [])
    await isBack()
    assert.equal((await upload(made)).status, 201)
    assert.deepEqual(changes.splice(0), ['StorageUnavailable', null])
  })

  await t.test('[FIL-26] downloads are a 503 that is not cached', async () => {
    const { image } = await ann.images.create(board, { image: await readSample('plain.jpg') })
    s3.faultOf = method => (method === 'GET' ? 'hang up' : null)
    const response = await fetchFile(made, image.url)
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5'])
    assert.equal(((await response.json()) as { error: { code: string } }).error.code, 'ServiceUnavailable')
    for (const name of ['etag', 'accept-ranges']) assert.equal(response.headers.get(name), null)
    assert.doesNotMatch(response.headers.get('cache-control') ?? '', /max-age=[1-9]/)
    await isBack()
    assert.deepEqual(await bytesAt(made, image.url), await readSample('plain.jpg'))
    changes.splice(0)
  })

  await t.test('[FIL-16] [JOB-15] an image that was acknowledged is processed when the storage is back', async () => {
    s3.faultOf = method => (method === 'GET' ? 'hang up' : null)
    s3.requests.length = 0
    const { image } = await ann.images.create(board, { image: await readSample('turned.jpg') })
    // The job makes more than one attempt, with four requests each.
    await until(async () => s3.requests.filter(({ method }) => method === 'GET').length > 4)
    assert.equal((await ann.images.get(board, image.id)).image.reasonCode, undefined)
    s3.faultOf = () => null
    const processed = await processedImage({ as: ann, board }, image.id)
    assert.equal(processed.reasonCode, undefined)
    assert.ok(processed.pictures.length > 0)
    const job = (await jobRows(dependencies.db)).findLast(({ name }) => name === 'process-image')
    assert.deepEqual([job?.attempts, job?.last_error], [1, null])
    await until(async () => changes.at(-1) === null)
  })

  await t.test('[JOB-15] an export waits for the storage, and is complete', async () => {
    const { image } = await ann.images.create(board, { image: await readSample('plain.jpg') })
    await processedImage({ as: ann, board }, image.id)
    s3.faultOf = () => 'hang up'
    s3.requests.length = 0
    const { export: begun } = await ann.exports.create(board, { format: 'tessera' })
    await until(async () => s3.requests.length > 4)
    assert.equal((await ann.exports.get(board, begun.id)).export.error, null)
    await isBack()
    const done = await until(async () => {
      const { export: found } = await ann.exports.get(board, begun.id)
      return ['done', 'failed'].includes(found.state) && found
    })
    assert.deepEqual([done.state, done.error], ['done', null])
    changes.splice(0)
  })

  await t.test('[FIL-26] a full storage is a 503 that says so', async () => {
    s3.faultOf = method => (method === 'PUT' ? { status: 507, code: 'XMinioStorageFull' } : null)
    const response = await upload(made)
    s3.faultOf = () => null
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    assert.deepEqual(
      [response.status, error.code, error.message, response.headers.get('retry-after')],
      [503, 'ServiceUnavailable', 'The storage of the server is full', '60'],
    )
    assert.equal((await upload(made)).status, 201)
    assert.deepEqual(changes.splice(0), ['StorageFull', null])
  })
})

async function upload({ ann, board, send }: World): Promise<Response> {
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(await readSample('plain.jpg'))]), 'plain.jpg')
  return await send(`/api/workspaces/${board}/images`, { as: ann, method: 'POST', body })
}
