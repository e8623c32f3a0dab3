// Tests imports through the API: from the file to objects, events and the report, and what remains if they fail.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import sharp from 'sharp'
import { removeErasedFiles } from '../../platform/files/index.ts'
import { refused } from '../../testing/assert-refused.ts'
import { archiveOf } from '../../testing/board-archive.ts'
import { importEnded, importInto, importRunner, startImport } from '../../testing/imports.ts'
import { newPublicClient, publicTokensFor } from '../../testing/oauth-application.ts'
import { bytesAt } from '../../testing/processed.ts'
import { readSample } from '../../testing/sample-file.ts'
import { type Person, type World, world, worldWith, worldWithoutWorker } from '../../testing/world.ts'
import { purgeImports } from './import-store.ts'

const plan = JSON.stringify({
  nodes: [
    { id: 'g', type: 'group', x: -20, y: -20, width: 600, height: 300, label: 'Area' },
    { id: 'a', type: 'text', x: 0, y: 0, width: 200, height: 80, text: 'first' },
    { id: 'b', type: 'text', x: 300, y: 0, width: 200, height: 80, text: 'second', color: '4' },
  ],
  edges: [{ id: 'e', fromNode: 'a', fromSide: 'right', toNode: 'b', toSide: 'left', label: 'then' }],
})

const objectsOf = async (person: Person, board: string) => {
  const all: Record<string, unknown>[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await person.objects.list(board, cursor ? { cursor } : {})
    all.push(...(page.objects as never[]))
    if (page.next_cursor === null) return all.sort((a, b) => (String(a.order) < String(b.order) ? -1 : 1))
    cursor = page.next_cursor
  }
}

const eventsOf = async (person: Person, board: string) => {
  const all = []
  for await (const event of person.events.list.all(board, { limit: 1_000 })) all.push(event)
  return all
}

/** The connectors are below the objects they connect, in a file that needs three lists. */
const chain = (length: number) => {
  const notes = Array.from({ length }, (_, index) => ({
    id: `n${index}`,
    kind: 'note',
    data: { text: `${index}`, x: index * 600, y: 0 },
    ...(index > length - 3 ? { group: 'last' } : {}),
  }))
  const lines = Array.from({ length: length - 1 }, (_, index) => ({
    id: `c${index}`,
    kind: 'connector',
    data: { from: { id: { ref: `n${index}` }, anchor: 'right' }, to: { id: { ref: `n${index + 1}` } } },
  }))
  return [...lines, ...notes]
}

const archive = (objects: readonly object[], files: Readonly<Record<string, Uint8Array>> = {}) =>
  archiveOf({
    name: 'Chain',
    description: '',
    hasOriginals: true,
    comments: [],
    objects: objects.map(object => {
      const { data, ...rest } = object as { data: object }
      return { ...rest, ...data } as never
    }),
    file: async id => (files[id] ? { mime: 'image/png', bytes: files[id] } : null),
  })

/** The objects as the API returns them. */
const asRecords = (objects: readonly object[]) =>
  objects.map(object =>
    JSON.parse(JSON.stringify(object), (name, value) =>
      name === 'id' && typeof value === 'object' ? value.ref : value,
    ),
  )

const chainArchive = (length: number) => archive(asRecords(chain(length)))

test('[IMP-1] [IMP-9] a file becomes objects of the board, with a report', async () => {
  const { ann, board } = await world()
  const started = await startImport(ann, board, plan, { name: 'plan.canvas' })
  assert.deepEqual([started.state, started.progress, started.report], ['waiting', 0, null])
  const done = await importEnded(ann, board, started.id)
  assert.deepEqual([done.state, done.progress, done.format, done.error], ['done', 100, 'jsoncanvas', null])
  assert.deepEqual(done.report, {
    created: 4,
    comments: 0,
    adapted: [],
    left_out: [],
    box: { x: -20, y: -20, width: 600, height: 300 },
  })
  const objects = await objectsOf(ann, board)
  assert.deepEqual(
    objects.map(object => object.kind),
    ['canvas', 'shape', 'shape', 'connector'],
  )
  const [, first, second, line] = objects
  assert.deepEqual(
    [line?.from, line?.to, line?.label],
    [{ id: first?.id, anchor: 'right' }, { id: second?.id, anchor: 'left' }, 'then'],
  )
})

test('[IMP-2] only users who may edit can start an import, and only they see it', async () => {
  const { ann, bob, vic, board } = await world()
  await refused(startImport(vic, board, plan), 403, 'ForbiddenError')
  const { id } = await importInto(bob, board, plan)
  await refused(ann.imports.get(board, id), 404, 'ResourceNotFound')
  await refused(ann.imports.listObjects(board, id), 404, 'ResourceNotFound')
})

test('[IMP-3] the content is placed beside existing objects, or at the requested position', async () => {
  const { ann, board } = await world()
  await ann.shapes.create(board, { x: 100, y: 50, width: 300, height: 100 })
  const beside = await importInto(ann, board, plan)
  assert.deepEqual(beside.report?.box, { x: 600, y: 50, width: 600, height: 300 })
  const wanted = await importInto(ann, board, plan, { x: -5_000, y: 7 })
  assert.deepEqual(wanted.report?.box, { x: -5_000, y: 7, width: 600, height: 300 })
  await refused(startImport(ann, board, plan, { x: 1 }), 400, 'BadRequest', 'y')
})

test('[IMP-4] connectors, groups and order hold across lists, and every object has an event that names its author', async () => {
  const there = await world()
  const { ann, board } = there
  const { client_id } = await newPublicClient(there)
  const { access_token: token } = await publicTokensFor(there, ann, { client_id })
  const acting = connect({ url: there.url, token, retries: 0 }) as Person
  const done = await importInto(acting, board, await chainArchive(1_200))
  assert.deepEqual([done.state, done.report?.created], ['done', 2_399])
  const objects = await objectsOf(ann, board)
  assert.deepEqual(
    objects.map(object => object.kind),
    [...Array(1_199).fill('connector'), ...Array(1_200).fill('note')],
  )
  const notes = objects.slice(1_199)
  for (const [index, line] of objects.slice(0, 1_199).entries())
    assert.deepEqual(
      [line.from, line.to],
      [
        { id: notes[index]?.id, anchor: 'right' },
        { id: notes[index + 1]?.id, anchor: 'auto' },
      ],
    )
  assert.ok(notes.at(-1)?.group)
  assert.deepEqual(notes.map(note => note.group).filter(Boolean), [notes.at(-1)?.group, notes.at(-1)?.group])
  const events = await eventsOf(ann, board)
  assert.equal(events.filter(({ type }) => type.endsWith('_CREATE')).length, 2_399)
  assert.ok(events.every(({ actor }) => actor.id === ann.id && actor.via?.client_id === client_id))
})

test('[IMP-5] an interrupted import continues where it stopped, and creates nothing twice', async () => {
  const there = await worldWithoutWorker()
  const { ann, board } = there
  const { id } = await startImport(ann, board, await chainArchive(1_200))
  // The server stops after a list is durable but not confirmed, then before one.
  for (const stop of ['after', 'before', 'after'] as const) {
    const runner = importRunner(there, async (request, next) => {
      if (stop === 'after') await next(request)
      throw new Error('the server stopped')
    })
    await assert.rejects(runner.run(id), /the server stopped/)
    runner.close()
  }
  assert.equal((await ann.imports.get(board, id)).import.state, 'running')
  const runner = importRunner(there)
  await runner.run(id)
  await runner.run(id)
  runner.close()
  assert.equal((await ann.imports.get(board, id)).import.state, 'done')
  assert.equal((await objectsOf(ann, board)).length, 2_399)
  const created = (await eventsOf(ann, board)).filter(({ type }) => type.endsWith('_CREATE'))
  assert.equal(created.length, 2_399)
})

test('[IMP-6] a file that cannot be read changes nothing', async () => {
  const { ann, board } = await world()
  const before = (await eventsOf(ann, board)).length
  const unknown = await importInto(ann, board, new Uint8Array([1, 2, 3, 0, 255]))
  assert.deepEqual([unknown.state, unknown.error_code, unknown.report], ['failed', 'not_recognized', null])
  const wrong = await importInto(ann, board, plan, { format: 'tessera' })
  assert.deepEqual([wrong.error_code, wrong.error], ['not_recognized', 'The file is not a Tessera archive'])
  const cut = await importInto(ann, board, plan.slice(0, -10), { format: 'jsoncanvas' })
  assert.equal(cut.error_code, 'damaged')
  const empty = await importInto(ann, board, '{"nodes":[],"edges":[]}')
  assert.equal(empty.error_code, 'empty')
  assert.equal((await eventsOf(ann, board)).length, before)
})

test('[IMP-7] an import whose user loses access is removed again', async () => {
  const there = await worldWithoutWorker()
  const { ann, bob, board } = there
  const { note } = await ann.notes.create(board, { text: 'stays' })
  const { id } = await startImport(bob, board, await chainArchive(1_200))
  let lists = 0
  const runner = importRunner(there, async (request, next) => {
    if (++lists === 3) await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 5 })
    return await next(request)
  })
  await runner.run(id)
  runner.close()
  const failed = (await bob.imports.get(board, id)).import
  assert.deepEqual([failed.state, failed.error_code], ['failed', 'access_lost'])
  assert.deepEqual(
    (await objectsOf(ann, board)).map(object => object.id),
    [note.id],
  )
})

test('[IMP-7] an import that exceeds the storage limit while it is written is removed again', async () => {
  const pictures = await Promise.all([noiseOf(15, 20), noiseOf(15, 20)])
  const storageLimitBytes = 400_000
  const there = await worldWith({ storageLimitBytes }, { hasWorker: false })
  const { ann, board, organization } = there
  const images = ['a', 'b'].map(id => ({ id, kind: 'image', data: { name: id, x: 0, y: 0, width: 15, height: 20 } }))
  const file = await archive([...asRecords(chain(600)), ...images], {
    a: pictures[0] as Buffer,
    b: pictures[1] as Buffer,
  })
  const { id } = await startImport(ann, board, file)
  let own = ''
  const runner = importRunner(there, async (request, next) => {
    if (own === '') {
      const { storage } = await ann.organizations.getStorage(organization)
      const room = storageLimitBytes - storage.bytes - 500
      own = (await ann.images.create(board, { image: await noiseOf(100, Math.floor(room / 303)) })).image.id
    }
    return await next(request)
  })
  await runner.run(id)
  runner.close()
  const failed = (await ann.imports.get(board, id)).import
  assert.deepEqual([failed.state, failed.error_code], ['failed', 'storage_full'])
  assert.match(failed.error ?? '', /of storage/)
  assert.deepEqual(
    (await objectsOf(ann, board)).map(object => object.id),
    [own],
  )
})

test('[IMP-8] images in a file are stored like uploads, and a file that is not an image leaves a placeholder', async () => {
  const there = await world()
  const { ann, board } = there
  const picture = await readSample('plain.png')
  const object = (id: string) => ({
    id,
    kind: 'image',
    data: { name: id, x: 10, y: 20, width: 300, height: 200, scale: 2 },
  })
  const file = await archive([object('a'), object('b')], { a: picture, b: Buffer.from('no picture') })
  const done = await importInto(ann, board, file)
  const [image, other] = await objectsOf(ann, board)
  assert.deepEqual([image?.kind, image?.width, image?.height, image?.scale, image?.name], ['image', 300, 200, 2, 'a'])
  assert.deepEqual(await bytesAt(there, image?.url as string), picture)
  assert.deepEqual([other?.kind, other?.borderStyle, other?.text], ['shape', 'dashed', 'b'])
  assert.deepEqual(
    done.report?.adapted.map(({ code, count, ids }) => [code, count, ids]),
    [['file_unreadable', 1, [other?.id]]],
  )
})

test('[IMP-10] deleting the listed objects undoes an import, restoring them restores it', async () => {
  const { ann, board } = await world()
  const stroke = { id: 's', kind: 'stroke', data: { points: [0, 0, 9, 9], targetId: 'a' } }
  const file = await archive([
    { id: 'a', kind: 'note', data: { text: 'a' } },
    stroke,
    { id: 'b', kind: 'note', data: { text: 'b' } },
  ])
  const { id, report } = await importInto(ann, board, file)
  const before = await objectsOf(ann, board)
  assert.deepEqual([before.length, report?.created], [3, 3])
  const first = await ann.imports.listObjects(board, id, { limit: 1 })
  const rest = await ann.imports.listObjects(board, id, { cursor: first.next_cursor as string })
  assert.deepEqual([first.ids.length, rest.ids.length, rest.next_cursor], [1, 1, null])
  const ids = [...first.ids, ...rest.ids]
  await ann.objects.change(board, { changes: ids.map(one => ({ op: 'delete', id: one })) })
  assert.deepEqual(await objectsOf(ann, board), [])
  await ann.objects.change(board, { changes: ids.map(one => ({ op: 'restore', id: one })) })
  assert.deepEqual(
    (await objectsOf(ann, board)).map(one => one.text),
    before.map(one => one.text),
  )
})

test('[IMP-11] objects that are deleted during an import do not make it fail', async () => {
  const there = await worldWithoutWorker()
  const { ann, board } = there
  const { id } = await startImport(ann, board, await chainArchive(1_200))
  let lists = 0
  const runner = importRunner(there, async (request, next) => {
    if (++lists === 3) {
      const [line] = await objectsOf(ann, board)
      await ann.connectors.delete(board, line?.id as string)
    }
    return await next(request)
  })
  await runner.run(id)
  runner.close()
  assert.equal((await ann.imports.get(board, id)).import.state, 'done')
  assert.equal((await objectsOf(ann, board)).length, 2_398)
})

test('[IMP-14] the record of an import is deleted three months after its end', async () => {
  const { ann, board, dependencies } = await world()
  const { id } = await importInto(ann, board, plan)
  await purgeImports(dependencies.db, Date.now() + 89 * 86_400_000)
  assert.equal((await ann.imports.get(board, id)).import.state, 'done')
  await purgeImports(dependencies.db, Date.now() + 91 * 86_400_000)
  await refused(ann.imports.get(board, id), 404, 'ResourceNotFound')
})

const noiseOf = (width: number, height: number) =>
  sharp(randomBytes(3 * width * height), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()

async function storedHashes({ dependencies: { files } }: World): Promise<Set<string>> {
  const hashes = new Set<string>()
  for await (const { hash } of files.list()) hashes.add(hash)
  return hashes
}

test('[LIM-12] the file of an import counts until it is removed, and files in it that exceed the limit are not kept', async () => {
  const picture = await noiseOf(60, 60)
  const object = { id: 'a', kind: 'image', data: { name: 'a', x: 0, y: 0, width: 60, height: 60 } }
  const file = await archive([object], { a: picture })
  const limit = file.length + picture.length - 1
  const there = await worldWith({ storageLimitBytes: limit }, { hasWorker: false })
  const { ann, board, organization, dependencies } = there
  const bytes = async () => (await ann.organizations.getStorage(organization)).storage.bytes
  const { id } = await startImport(ann, board, file)
  assert.equal(await bytes(), file.length)
  // A second one does not fit beside the first.
  await refused(startImport(ann, board, Buffer.concat([file, Buffer.from('x')])), 403, 'ForbiddenError')
  const before = await storedHashes(there)
  assert.equal(before.size, 1)

  const runner = importRunner(there)
  await runner.run(id)
  runner.close()
  const failed = (await ann.imports.get(board, id)).import
  assert.deepEqual([failed.state, failed.error_code], ['failed', 'storage_full'])
  assert.match(failed.error ?? '', /of storage, and this needs/)
  assert.deepEqual(await storedHashes(there), before)

  // The file of an import that has ended is removed some minutes later.
  const { db, files } = dependencies
  const removed = await removeErasedFiles({ db, files, clock: () => Date.now() + 1_300_000 })
  assert.equal(removed, 1)
  assert.deepEqual([await bytes(), (await storedHashes(there)).size], [0, 0])
})

test('[LIM-12] what an import has put on the board counts once, and its own files no longer', async () => {
  const picture = await noiseOf(20, 20)
  const object = { id: 'a', kind: 'image', data: { name: 'a', x: 0, y: 0, width: 20, height: 20 } }
  const there = await worldWith({ storageLimitBytes: 1_000_000 }, { hasWorker: false })
  const { ann, board, organization, dependencies } = there
  const { id } = await startImport(ann, board, await archive([object], { a: picture }))
  const runner = importRunner(there)
  await runner.run(id)
  runner.close()
  assert.equal((await ann.imports.get(board, id)).import.state, 'done')
  const { db, files } = dependencies
  await removeErasedFiles({ db, files, clock: () => Date.now() + 1_300_000 })
  assert.equal((await ann.organizations.getStorage(organization)).storage.bytes, picture.length)
  assert.equal((await storedHashes(there)).size, 1)
})
