// The storage of an organization: how it is counted, and its limit.

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { sql } from 'kysely'
import { refused } from '../../testing/assert-refused.ts'
import { waitForJobs } from '../../testing/job-rows.ts'
import { withServer } from '../../testing/local-server.ts'
import { readSample } from '../../testing/sample-file.ts'
import { solidPicture } from '../../testing/solid-picture.ts'
import { type World, world, worldWith } from '../../testing/world.ts'
import type { Database } from '../sql/database.ts'

/** The expected value of the counter: the sizes of the files of all workspaces that are not erased. */
async function recount(db: Database): Promise<object[]> {
  const { rows } = await sql<{ organization_id: number; bytes: number }>`
    select w.organization_id, sum(f.size) as bytes from workspaces w
    join workspace_files h on h.workspace_id = w.id join files f on f.hash = h.hash
    where w.erased_at is null group by w.organization_id order by w.organization_id`.execute(db.read)
  return rows.map(({ organization_id, bytes }) => ({ organization_id, bytes: Number(bytes) }))
}

async function counted(db: Database): Promise<object[]> {
  const { rows } = await sql<{ organization_id: number; bytes: number }>`
    select organization_id, sum(bytes) as bytes from workspace_storage
    group by organization_id order by organization_id`.execute(db.read)
  return rows.map(({ organization_id, bytes }) => ({ organization_id, bytes: Number(bytes) }))
}

test('[LIM-12] the storage use is right after uploads, deletions, restores, copies and erasures', async () => {
  const { ann, board, organization, dependencies } = await world()
  const { db } = dependencies
  const [png, pdf] = await Promise.all([readSample('plain.png'), readSample('page.pdf')])
  const bytes = async () => (await ann.organizations.getStorage(organization)).storage.bytes
  const isRight = async () => assert.deepEqual(await counted(db), await recount(db))
  assert.deepEqual((await ann.organizations.getStorage(organization)).storage, { bytes: 0, limit_bytes: null })

  const { image } = await ann.images.create(board, { image: png })
  assert.equal(await bytes(), png.length)
  await Promise.all([
    ann.images.create(board, { image: png }),
    ann.images.create(board, { image: png }),
    ann.documents.create(board, { document: pdf, title: 'p' }),
  ])
  assert.equal(await bytes(), png.length + pdf.length)
  await isRight()

  await ann.images.delete(board, image.id)
  await ann.objects.change(board, { changes: [{ op: 'restore', id: image.id }] })
  assert.equal(await bytes(), png.length + pdf.length)
  const { workspace: copy } = await ann.workspaces.copy(board)
  assert.equal(await bytes(), 2 * (png.length + pdf.length))
  await isRight()

  await ann.workspaces.delete(copy.uid)
  await ann.workspaces.restore(copy.uid)
  await ann.workspaces.delete(copy.uid, { is_permanent: true })
  await waitForJobs(db, rows => rows.every(({ name, state }) => name !== 'erase-workspace' || state === 'done'))
  assert.equal(await bytes(), png.length + pdf.length)
  await isRight()
})

test('[LIM-12] beyond the limit an upload is refused, names the limit and the use, and stores nothing', async () => {
  const pictures = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(color => solidPicture(40, 40, color)))
  const [first, second, third] = pictures as [Buffer, Buffer, Buffer]
  const limit = first.length + second.length + third.length - 1
  const { ann, eve, board, organization, dependencies } = await worldWith({ storageLimitBytes: limit })
  const upload = (image: Buffer) => ann.images.create(board, { image })
  // The uploads are concurrent, in workspaces of the same organization: only two of them fit.
  const { workspace } = await ann.workspaces.create(organization, { name: 'Other' })
  const sent = await Promise.allSettled([
    upload(first),
    ann.images.create(workspace.properties.uid, { image: second }),
    upload(third),
  ])
  assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 2)
  const { storage } = await ann.organizations.getStorage(organization)
  assert.ok(storage.bytes <= limit && storage.limit_bytes === limit)

  const { objects } = await ann.objects.list(board)
  const larger = await solidPicture(300, 300, '#ffffff')
  const error = await refused(upload(larger), 403, 'ForbiddenError')
  assert.match(error.message, /^The organization has used .* of .* of storage, and this needs .* more$/)
  const copyAgain = async () => {
    for (let copies = 0; copies < 5; copies += 1) await ann.workspaces.copy(board)
  }
  await refused(copyAgain(), 400, 'ForbiddenError')
  assert.deepEqual((await ann.objects.list(board)).objects, objects)
  assert.deepEqual(await counted(dependencies.db), await recount(dependencies.db))

  const { organizations } = await eve.users.listOrganizations('me')
  const { workspace: theirs } = await eve.workspaces.create(organizations[0]?.id as number, { name: 'Hers' })
  await eve.images.create(theirs.properties.uid, { image: first })
})

async function storedHashes({ files }: World['dependencies']): Promise<string[]> {
  const hashes: string[] = []
  for await (const { hash } of files.list()) hashes.push(hash)
  return hashes
}

/** A form of unknown length: the limit can be checked only when the file has arrived. */
function chunkedForm(picture: Buffer): RequestInit {
  const start = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
  const body = new Blob([start, new Uint8Array(picture), '\r\n--x--\r\n']).stream()
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  return { method: 'POST', headers, body, duplex: 'half' } as RequestInit
}

test('[LIM-12] the bytes of an upload that is refused are not kept, however it is sent', async () => {
  const large = await solidPicture(600, 600, '#123456')
  const { ann, board, send, dependencies } = await worldWith({ storageLimitBytes: large.length - 1 })
  const chunked = await send(`/api/workspaces/${board}/images`, { as: ann, ...chunkedForm(large) })
  assert.equal(chunked.status, 403, await chunked.text())
  const serve = (_: unknown, response: ServerResponse) => void response.end(large)
  await withServer(serve, async ({ origin: url }) => {
    await refused(ann.images.create(board, { url }), 403, 'ForbiddenError')
  })
  assert.deepEqual(await storedHashes(dependencies), [])
  assert.deepEqual((await ann.objects.list(board)).objects, [])
})

test('[LIM-12] of many uploads at once only those that fit are kept', async () => {
  const pictures = await Promise.all(Array.from({ length: 12 }, (_, index) => solidPicture(40 + index, 40, '#ff0000')))
  const limit = Math.max(...pictures.map(picture => picture.length)) * 2
  const { ann, board, dependencies } = await worldWith({ storageLimitBytes: limit })
  const sent = await Promise.allSettled(pictures.map(image => ann.images.create(board, { image })))
  const accepted = sent.filter(({ status }) => status === 'fulfilled').length
  assert.ok(accepted >= 2, `${accepted}`)
  assert.equal((await storedHashes(dependencies)).length, accepted)
})

test('[LIM-12] a refused upload does not remove the same file of another organization', async () => {
  const picture = await solidPicture(64, 64, '#00ff00')
  const { ann, eve, board, dependencies } = await worldWith({ storageLimitBytes: picture.length * 2 - 1 })
  const { organizations } = await eve.users.listOrganizations('me')
  const { workspace } = await eve.workspaces.create(organizations[0]?.id as number, { name: 'Hers' })
  await eve.images.create(workspace.properties.uid, { image: picture })
  await ann.images.create(board, { image: picture })
  await refused(ann.images.create(board, { image: picture }), 403, 'ForbiddenError')
  assert.equal((await storedHashes(dependencies)).length, 1)
})
