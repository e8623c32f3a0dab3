// Changes on the write thread, which SQLite uses under heavy load: responses are the same as without it.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { App } from '../../app.ts'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { noAbuseLimits } from '../../platform/limits/abuse-limits.ts'
import { openLive } from '../../testing/live-client.ts'
import { jobsFor } from '../../testing/members.ts'
import { testEngine } from '../../testing/test-database.ts'
import { pollUntil, until } from '../../testing/until.ts'
import { type World, world, worldOnWriteThread } from '../../testing/world.ts'
import type { SkippedMail } from './admit-mentions.ts'
import type { ChangeRequest } from './change-request.ts'
import { WriteThread } from './write-thread.ts'

if (testEngine === 'sqlite') describe('on the write thread', testThread)

function testThread(): void {
  let here: World
  let there: World & { app: App }
  const workers: Worker[] = []
  const know = (worker: Worker) => {
    if (worker.threadName === 'write') workers.push(worker)
  }
  after(() => process.off('worker', know))
  before(async () => {
    process.on('worker', know)
    here = await world()
    there = await worldOnWriteThread()
  })

  /** A response without the values that differ every time. */
  const describeResponse = async (response: Response) => {
    const text = await response.text()
    const known = text
      .replaceAll(/[0-9a-f]{24}/g, 'id')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(/"order":"[a-z0-9]+"/g, 'order')
      .replaceAll(/"author":\{.*?\}/g, 'author')
      .replaceAll(/"(seq|seq_before)":\d+/g, '$1')
    return { status: response.status, replayed: response.headers.get('idempotent-replayed'), text: known }
  }

  /** Sends the same request in both worlds and compares the responses; `it` is the id of a new note. */
  async function inBoth(request: (made: World, it: string) => Promise<Response>): Promise<void> {
    const responses: unknown[] = []
    for (const made of [here, there]) {
      const { note } = await made.ann.notes.create(made.board, { text: 'it' })
      responses.push(await describeResponse(await request(made, note.id)))
    }
    assert.deepEqual(responses[1], responses[0])
    assert.ok(there.app.dependencies.writePath.runsOnWorker, 'the thread did it')
  }

  test('[LIM-8] the write thread limits mentions, and reports those that are not mailed', async () => {
    const { ann, bob, vic, board, app } = there
    const skipped: SkippedMail[] = []
    const { writePath } = app.dependencies
    const { onMailsSkipped } = writePath
    writePath.onMailsSkipped = mails => void skipped.push(...mails)
    const { note } = await ann.notes.create(board, { text: 'a note' })
    for (let count = 0; count < 22; count += 1)
      await bob.comments.create(board, 'notes', note.id, { text: `@${vic.email} look` })
    writePath.onMailsSkipped = onMailsSkipped
    assert.ok(writePath.runsOnWorker, 'the thread did it')
    const mentions = (await jobsFor(there, board)).filter(({ name }) => name === 'send-mention')
    assert.deepEqual([mentions.length, skipped.length], [20, 2])
    assert.equal(skipped[0]?.sender_id, bob.id)
  })

  const start = async (thread: WriteThread) => {
    thread.start()
    await until(async () => thread.isReady)
  }

  /** Creates change requests as the thread receives them. */
  const creator = async () => {
    const { ann, board, app } = there
    const claim = await app.dependencies.tokens.verifyAccessToken(ann.token)
    return (text: string): ChangeRequest => ({
      claim,
      workspace_uid: board,
      right: 'can_edit_workspace',
      changes: [{ op: 'create', kind: 'note', data: { text } }],
    })
  }

  const running = (thread: WriteThread, requests: readonly ChangeRequest[]) => {
    const done = thread.run(requests)
    assert.ok(done, 'there is a thread')
    return done
  }

  const json = (method: string, body: unknown, more: Record<string, string> = {}): RequestInit => ({
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...more },
  })

  const requests: Record<string, (made: World, it: string) => [path: string, init: RequestInit, as?: 'vic' | 'eve']> = {
    'a create': () => ['notes', json('POST', { text: 'new', x: 3 })],
    'an update': (_, it) => [`notes/${it}`, json('PUT', { text: 'other' })],
    'an update that changes nothing': (_, it) => [`notes/${it}`, json('PUT', { text: 'it' })],
    'an update of an older version': (_, it) => [`notes/${it}`, json('PUT', { text: 'other' }, { 'if-match': '"7"' })],
    'a deletion': (_, it) => [`notes/${it}`, { method: 'DELETE' }],
    'a comment': (_, it) => [`notes/${it}/comments`, json('POST', { text: 'a comment' })],
    'an unknown object': () => [`notes/${'0'.repeat(24)}`, json('PUT', { text: 'other' })],
    'an object of another kind': (_, it) => [`texts/${it}`, json('PUT', { text: 'other' })],
    'a viewer': (_, it) => [`notes/${it}`, json('PUT', { text: 'other' }), 'vic'],
    'a stranger': (_, it) => [`notes/${it}`, json('PUT', { text: 'other' }), 'eve'],
    'a list': (_, it) => [
      'changes',
      json('POST', {
        changes: [
          { op: 'create', kind: 'text', data: { text: 'a text whose size follows' } },
          { op: 'update', id: it, data: { x: 9 } },
          { op: 'delete', id: it },
          { op: 'restore', id: it },
        ],
      }),
    ],
    'a list with an invalid change': (_, it) => [
      'changes',
      json('POST', {
        changes: [
          { op: 'update', id: it, data: { x: 9 } },
          { op: 'update', id: it, data: { backgroundColor: 'no color' } },
        ],
      }),
    ],
  }

  for (const [name, requestOf] of Object.entries(requests))
    test(`[CHG-12] ${name} has the same response as without the thread`, () =>
      inBoth((made, it) => {
        const [path, init, as = 'ann'] = requestOf(made, it)
        return made.send(`/api/workspaces/${made.board}/${path}`, { ...init, as: made[as] })
      }))

  test('[CHG-8] an idempotency key replays one response on the thread, too', async () => {
    const twice = (body: unknown) => (made: World) =>
      made
        .send(`/api/workspaces/${made.board}/notes`, { ...json('POST', { text: 'once' }, key), as: made.ann })
        .then(() => made.send(`/api/workspaces/${made.board}/notes`, { ...json('POST', body, key), as: made.ann }))
    const key = { 'idempotency-key': crypto.randomUUID() }
    await inBoth(twice({ text: 'once' }))
    await inBoth(twice({ text: 'something else' }))
  })

  test('[CHG-12] [EVT-1] other writes are interleaved, and the log has no gap', async () => {
    const { ann, organization, app } = there
    const { workspace } = await ann.workspaces.create(organization, { name: 'Busy' })
    const board = workspace.properties.uid
    const notes = Array.from({ length: 200 }, (_, index) => ann.notes.create(board, { text: `${index}` }))
    const names = Array.from({ length: 40 }, (_, index) => ann.workspaces.update(board, { name: `Busy ${index}` }))
    await Promise.all([...notes, ...names])
    assert.ok(app.dependencies.writePath.runsOnWorker)
    const events = await Array.fromAsync(ann.events.list.all(board))
    assert.deepEqual(
      events.map(event => event.seq),
      events.map((_, index) => index + 1),
    )
    assert.equal(events.filter(event => event.note).length, 200)
    assert.equal(events.filter(event => event.type === 'WORKSPACE_UPDATE').length, 40)
  })

  test('[LIV-3] people in the workspace receive the event', async () => {
    const { ann, bob, board, url } = there
    await using live = await openLive({ url, board }, bob)
    const { note } = await ann.notes.create(board, { text: 'received' })
    const { events } = await live.next('events', message => JSON.stringify(message.events).includes(note.id))
    assert.equal(events.length, 1)
  })

  test('[LIV-6] changes of one person are made in the order in which they were sent, on either thread', async () => {
    const { ann, board, url } = there
    const { note } = await ann.notes.create(board, { text: '' })
    await using live = await openLive({ url, board }, ann)
    const texts = Array.from({ length: 60 }, (_, index) => `${'x'.repeat(index)}`)
    for (const [index, text] of texts.entries())
      live.send({ type: 'change', id: `typed-${index}`, changes: [{ op: 'update', id: note.id, data: { text } }] })
    await live.next('done', ({ id }) => id === `typed-${texts.length - 1}`)
    const seen = live.events.flatMap(event =>
      event.note?.id === note.id && event.note.version > 1 ? [event.note.text] : [],
    )
    assert.deepEqual(seen, texts.slice(1))
  })

  test('[CHG-12] a thread that is closed during a batch completes it, and each request gets its own result', async () => {
    const { config, db, fileKey } = there.app.dependencies
    const create = await creator()
    const thread = new WriteThread({ ...config, fileKey, limits: noAbuseLimits })
    await start(thread)
    // Blocks other writers until the callback returns.
    const { batch, closed } = await db.write(async () => {
      const batch = running(thread, ['a', 'b', 'c'].map(create))
      return { batch, closed: thread.close() }
    })
    const { result } = await batch
    await closed
    const texts = result.map(outcome => JSON.parse(outcome as string).note.text)
    assert.deepEqual(texts, ['a', 'b', 'c'])
  })

  test('[STO-3] if the thread ends during a batch, waiting callers get a retryable error, and a new thread can be started', async () => {
    const { dataDir, publicUrl } = there.app.dependencies.config
    const thread = new WriteThread({ dataDir, publicUrl, fileKey: Buffer.alloc(32), limits: noAbuseLimits })
    after(() => thread.close())
    await start(thread)
    const nonsense = null as never
    await assert.rejects(running(thread, nonsense), isUnavailable)
    assert.equal(thread.isReady, false)
    await start(thread)
    assert.deepEqual((await running(thread, [])).result, [])
  })

  test('[STO-3] if the thread ends before it could write, the main thread makes the change', async () => {
    const { dependencies } = there.app
    const create = await creator()
    await until(async () => dependencies.writePath.runsOnWorker)
    const worker = workers.findLast(({ threadId }) => threadId !== -1) as Worker
    // Blocks other writers until the callback returns.
    const { submitted } = await dependencies.db.write(async () => {
      const submitted = dependencies.writePath.submit(create('done all the same'))
      await turn()
      await turn()
      await worker.terminate()
      return { submitted }
    })
    assert.equal(JSON.parse((await submitted) as string).note.text, 'done all the same')
  })

  test('[STO-3] the last message of a thread may arrive after its end', async () => {
    const { config, db, fileKey } = there.app.dependencies
    const create = await creator()
    const thread = new WriteThread({ ...config, fileKey, limits: noAbuseLimits })
    await start(thread)
    const worker = workers.at(-1) as Worker
    after(() => worker.terminate())
    const report = new Promise<{ outcomes: unknown[] }>(resolve => worker.once('message', resolve))
    await db.write(async () => {
      const done = running(thread, [create('outcome unknown')])
      worker.emit('error', new Error('out of memory'))
      await assert.rejects(done, isUnavailable)
    })
    assert.equal((await report).outcomes.length, 1)
  })

  test('[STO-3] if no thread can be started, the server warns once and writes without it', async () => {
    const { publicUrl } = there.app.dependencies.config
    const thread = new WriteThread({
      dataDir: '/dev/null/nowhere',
      publicUrl,
      fileKey: Buffer.alloc(32),
      limits: noAbuseLimits,
    })
    const warnings: string[] = []
    const onWarning = (warning: Error) => void warnings.push(String(warning))
    process.on('warning', onWarning)
    after(() => process.off('warning', onWarning))
    const startWarnings = async () => warnings.filter(warning => /failed to start/.test(warning))
    thread.start()
    await pollUntil(startWarnings, ({ length }) => length > 0)
    thread.start()
    assert.equal(thread.isReady, false)
    await thread.close()
    assert.equal((await startWarnings()).length, 1)
  })
}
