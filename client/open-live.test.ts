// An open workspace on a connection that breaks, against a service in memory. The same against the real one is among the
// server's tests.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  type Change,
  type LiveOptions,
  memoryStorage,
  openLive,
  openUndo,
  type RefusedChange,
  TesseraError,
} from '@tessera/client'
import { Listeners } from './live-listeners.ts'
import { LiveService } from './testing/live-service.ts'
import { until } from './testing/until.ts'

const note = (text: string): Change => ({ op: 'create', kind: 'note', data: { text } })
const write = (id: string, text: string): Change => ({ op: 'update', id, data: { text } })
const remove = (id: string): Change => ({ op: 'delete', id })

async function start(t: TestContext, more: Partial<LiveOptions> = {}, service = new LiveService()) {
  const live = openLive(service.options(more))
  t.after(() => live.close())
  const refused: RefusedChange[] = []
  live.onRefused(one => refused.push(one))
  await until(() => live.state !== 'connecting')
  const texts = () => [...live.objects.values()].map(object => ('text' in object ? object.text : null))
  const settled = () => until(() => live.state === 'live' && live.pending === 0 && live.seq === service.log.length)
  return { service, live, refused, texts, settled, back: () => until(() => live.state === 'live') }
}

test('[CLI-10] what is made without a connection is shown, waits, and is sent in order with the names it got', async t => {
  const { service, live, texts, settled } = await start(t)
  service.cut()
  await until(() => live.state === 'offline')
  const [id] = live.change([note('a')]).ids as [string]
  live.change([write(id, 'b')])
  const [stroke] = live.change([{ op: 'create', kind: 'stroke', data: { points: [1, 2], targetId: id } }]).ids as [
    string,
  ]
  live.change([note('c')])
  assert.deepEqual([texts(), live.pending], [['b', null, 'c'], 4])
  await settled()
  assert.deepEqual(texts(), ['b', null, 'c'])
  assert.deepEqual([...live.objects.values()], [...service.board.objects.values()])
  assert.deepEqual(
    service.changes.map(({ changes }) => changes[0]?.op),
    ['create', 'update', 'create', 'create'],
  )
  assert.equal((live.get(stroke) as { targetId?: string }).targetId, live.idOf(id))
})

test('[CLI-10] what was sent and not answered is sent again as it was, and happens once', async t => {
  const { service, live, texts, settled } = await start(t)
  service.losesAnswers = true
  const { results } = live.change([note('a'), note('b')])
  await until(() => service.log.length === 2)
  service.losesAnswers = false
  service.cut()
  await settled()
  assert.equal((await results).length, 2)
  const [first, second] = service.changes
  assert.deepEqual(first, second)
  assert.deepEqual([texts(), service.log.length], [['a', 'b'], 2])
})

test('[CLI-10] more missed than is at hand comes as a new picture, with what is pending on top', async t => {
  const { service, live, texts, settled } = await start(t)
  service.mostMissed = 0
  live.change([note('mine')])
  await settled()
  service.cut()
  service.happen([note('theirs'), note('theirs too')])
  const [id] = service.board.objects.keys()
  live.change([write(id as string, 'edited')])
  const wholes: boolean[] = []
  live.onChange(({ isWhole }) => wholes.push(isWhole))
  await settled()
  assert.deepEqual(texts(), ['edited', 'theirs', 'theirs too'])
  assert.ok(wholes.includes(true))
})

test('[CLI-9] nobody sees an object twice: its event waits for the answer that names it', async t => {
  const { service, live, texts, settled } = await start(t)
  const seen: unknown[] = []
  live.onChange(() => seen.push(texts()))
  const { results } = live.change([note('a')])
  await results
  service.happen([note('by another tab of mine')], 1)
  await settled()
  assert.deepEqual(
    seen.filter(one => String(one) === 'a,a'),
    [],
  )
  assert.deepEqual(texts(), ['a', 'by another tab of mine'])
})

test('[CLI-11] a refused change is taken back alone, and with it what builds on it', async t => {
  const { service, live, refused, texts, settled } = await start(t)
  service.refuses = ([first]) => (first?.op === 'create' && first.data.text === 'bad' ? 'ForbiddenError' : null)
  const bad = live.change([note('bad')])
  const builds = live.change([write(bad.ids[0] as string, 'worse')])
  const good = live.change([note('good')])
  assert.deepEqual(texts(), ['worse', 'good'])
  await settled()
  assert.deepEqual(texts(), ['good'])
  await good.results
  await assert.rejects(bad.results, (error: TesseraError) => {
    assert.ok(error instanceof TesseraError)
    assert.deepEqual([error.code, error.status, error.requestId], ['ForbiddenError', 403, 'r'])
    assert.deepEqual(error.fields, [{ field: 'changes[0].id', message: 'because of ForbiddenError' }])
    return true
  })
  await assert.rejects(builds.results, { code: 'BadRequest' })
  assert.deepEqual(
    refused.map(one => one.changes[0]?.op),
    ['create', 'update'],
  )
})

test('[CLI-11] what somebody else has deleted is left out of a list, and the rest of it happens', async t => {
  const { service, live, refused, texts, settled } = await start(t)
  service.happen([note('a'), note('b'), note('c')])
  await settled()
  const [a, b, c] = [...live.objects.keys()] as [string, string, string]
  service.cut()
  service.happen([remove(b)])
  const all = live.change([write(a, 'first'), write(b, 'second'), write(c, 'third')])
  const later = live.change([write(c, 'last')])
  await settled()
  assert.deepEqual(texts(), ['first', 'last'])
  const results = await all.results
  assert.deepEqual(results[1], { id: b, deleted: true })
  assert.deepEqual(
    results.map(result => Object.keys(result)[0]),
    ['note', 'id', 'note'],
  )
  await later.results
  assert.deepEqual(
    refused.map(one => one.changes),
    [[write(b, 'second')]],
  )
  await assert.rejects(live.change([remove(b)]).results, { code: 'BadRequest' })
})

test('[CLI-10] a change that has to be sent again does not overwrite a later one that was quicker', async t => {
  const { service, live, texts, settled } = await start(t)
  service.happen([{ op: 'create', kind: 'note', data: { text: 'a', x: 1, y: 1 } }])
  await settled()
  const [id] = [...live.objects.keys()] as [string]
  let isBusy = true
  service.refuses = () => {
    const wasBusy = isBusy
    isBusy = false
    return wasBusy ? 'ServiceUnavailable' : null
  }
  live.change([{ op: 'update', id, data: { text: 'earlier', x: 2 } }])
  live.change([write(id, 'later')])
  await settled()
  assert.deepEqual([texts(), (live.get(id) as { x?: number }).x], [['later'], 2])
})

/** The service is busy for the first list that restores something. */
function busyWithRestores(service: LiveService): void {
  let isBusy = true
  service.refuses = changes => {
    if (!isBusy || changes.every(({ op }) => op !== 'restore')) return null
    isBusy = false
    return 'ServiceUnavailable'
  }
}

test('[CLI-8] [CLI-10] redoing a deletion whose undo is still on its way leaves nothing back', async t => {
  const { service, live, refused, texts, settled } = await start(t)
  const history = openUndo(live)
  history.change([note('a')])
  await settled()
  const [id] = [...live.objects.keys()] as [string]
  history.change([remove(id)])
  await settled()
  busyWithRestores(service)
  history.undo()
  history.redo()
  await settled()
  assert.deepEqual([texts(), service.board.objects.size, refused], [[], 0, []])
  history.undo()
  await settled()
  assert.deepEqual(texts(), ['a'])
})

test('[CLI-10] what is done to something that is on its way back waits for it, also to what comes back with it', async t => {
  const { service, live, refused, texts, settled } = await start(t)
  service.happen([note('a')])
  await settled()
  const [id] = [...live.objects.keys()] as [string]
  service.happen([{ op: 'create', kind: 'stroke', data: { points: [1, 2, 3, 4], targetId: id } }])
  await settled()
  const stroke = [...live.objects.keys()].find(one => one !== id) as string
  live.change([remove(id)])
  await settled()
  busyWithRestores(service)
  live.change([{ op: 'restore', id }])
  live.change([remove(stroke)])
  live.change([write(id, 'b')])
  live.change([{ op: 'create', kind: 'stroke', data: { points: [5, 6], targetId: id } }])
  await settled()
  assert.deepEqual([texts().sort(), refused], [['b', null], []])
  assert.deepEqual([live.get(stroke), service.board.get(stroke)], [undefined, undefined])
})

test('[CLI-11] what cannot be anything is refused without asking', async t => {
  const { service, live, refused } = await start(t)
  await assert.rejects(live.change([write('nonsense', 'a')]).results, { code: 'BadRequest' })
  await assert.rejects(live.change([remove('local-of-nobody')]).results, { code: 'BadRequest' })
  assert.deepEqual([refused.length, service.changes.length], [2, 0])
})

test('[CLI-10] a service that is busy, or at fault for a moment, is asked again', async t => {
  const { service, live, refused, texts, settled } = await start(t)
  const answers = ['ServiceUnavailable', 'TooManyRequests', 'Conflict'] as const
  let count = 0
  service.refuses = () => answers[count++] ?? null
  const { results } = live.change([note('a')])
  await results
  await settled()
  assert.deepEqual([texts(), refused], [['a'], []])
})

test('[CLI-11] a change that the service cannot even read is found out and refused, and the others go on', async t => {
  const { service, live, refused, texts, settled } = await start(t)
  service.refuses = ([first]) => (first?.op === 'create' && first.data.text === 'poison' ? 1009 : null)
  for (const text of ['a', 'poison', 'b']) live.change([note(text)])
  await settled()
  assert.deepEqual(texts(), ['a', 'b'])
  assert.deepEqual(
    refused.map(one => one.error.code),
    ['BadRequest'],
  )
})

test('[CLI-9] a long list is sent in parts that the service takes', async t => {
  const { service, live, settled } = await start(t)
  const { ids, results } = live.change(Array.from({ length: 2_500 }, (_, index) => note(`${index}`)))
  assert.equal(ids.length, 2_500)
  assert.equal((await results).length, 2_500)
  const large = live.change(Array.from({ length: 5 }, () => note('x'.repeat(300_000))))
  await large.results
  await settled()
  assert.deepEqual(
    service.changes.map(one => one.changes.length),
    [1_000, 1_000, 500, 3, 2],
  )
  assert.equal(live.objects.size, 2_505)
})

test('[CLI-12] what is pending survives a reload, names included', async t => {
  const kept = new Map()
  const { service, live } = await start(t, { storage: memoryStorage(kept) })
  service.losesAnswers = true
  const [id] = live.change([note('a')]).ids as [string]
  live.change([write(id, 'b')])
  live.change([note('c')])
  await until(() => live.isKept && live.pending === 3)
  await until(() => service.changes.length > 0)
  await live.close()
  assert.equal(kept.size, 3)
  service.losesAnswers = false
  const next = await start(t, { storage: memoryStorage(kept) }, service)
  await next.settled()
  assert.deepEqual(next.texts(), ['b', 'c'])
  assert.equal(service.board.objects.size, 2)
  await until(() => kept.size === 0)
})

test('[CLI-12] without a storage, or with one that fails, nobody is told that it is kept', async t => {
  const plain = await start(t)
  plain.service.cut()
  await until(() => plain.live.state === 'offline')
  assert.equal(plain.live.isKept, true)
  plain.live.change([note('a')])
  assert.equal(plain.live.isKept, false)
  await plain.settled()
  assert.equal(plain.live.isKept, true)

  const broken = { ...memoryStorage(), save: () => Promise.reject(new Error('full')) }
  const { service, live, texts, settled } = await start(t, { storage: broken })
  service.losesAnswers = true
  live.change([note('a')])
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(live.isKept, false)
  service.losesAnswers = false
  service.cut()
  await settled()
  assert.deepEqual([texts(), live.isKept], [['a'], true])
})

test('[CLI-12] what may have been made more than a day ago is reported, not made twice', async t => {
  const kept = new Map()
  const stored = { order: 1, ids: ['local-1'], sentAt: Date.now() - 25 * 3_600_000 }
  kept.set('k', { ...stored, key: 'k', changes: [note('old')] })
  kept.set('l', { ...stored, key: 'l', order: 2, ids: [], sentAt: null, changes: [note('never sent')] })
  const { refused, texts, settled } = await start(t, { storage: memoryStorage(kept) })
  await settled()
  assert.deepEqual(texts(), ['never sent'])
  assert.deepEqual(
    refused.map(one => one.error.code),
    ['Conflict'],
  )
})

test('[CLI-13] a token that ended is replaced, and one that is not taken ends it', async t => {
  const service = new LiveService()
  const asked: unknown[] = []
  const given = ['old', 'good', 'new']
  const token = (refused: string | null) => {
    asked.push(refused)
    return given[asked.length - 1] ?? 'new'
  }
  const { live, back } = await start(t, { token }, service)
  await back()
  assert.deepEqual(asked, [null, 'old'])
  service.tokens = new Set(['new'])
  service.cut(4401)
  await until(() => live.state === 'offline')
  await back()
  assert.deepEqual(asked, [null, 'old', 'good'])
  service.tokens = new Set()
  service.cut(4401)
  await until(() => live.state === 'closed')
  assert.deepEqual(live.closedBecause, { code: 4401, message: 'The token is not accepted' })
})

test('[CLI-13] a token that cannot be had, or does not come, is asked for again', async t => {
  const service = new LiveService()
  const answers = [
    () => Promise.reject(new Error('no network')),
    () => {
      throw new Error('no network')
    },
    () => new Promise<string>(() => {}),
  ]
  let asked = 0
  const token = () => answers[asked++]?.() ?? 'good'
  const timing = { firstRetryMs: 1, longestRetryMs: 2, quietMs: 60_000, patienceMs: 1_000 }
  const { live, back } = await start(t, { token, timing }, service)
  assert.equal(live.state, 'offline')
  await back()
  assert.equal(asked, 4)
})

test('[CLI-13] who may not be there, or has nowhere to be, is told so and does not try again', async t => {
  for (const code of [4403, 4404]) {
    const { service, live, refused } = await start(t)
    service.tell({ type: 'error', error: { code: 'ForbiddenError', message: 'not for you', request_id: '' } })
    service.cut(code)
    await until(() => live.state === 'closed')
    assert.deepEqual(live.closedBecause, { code, message: 'not for you' })
    assert.equal(service.sockets.size, 0)
    await assert.rejects(live.change([note('a')]).results, { code: 'ForbiddenError', message: 'not for you' })
    assert.deepEqual([refused.length, live.objects.size], [1, 0])
  }
})

test('[CLI-13] a service that says nothing any more is left for a new connection', async t => {
  const service = new LiveService()
  const timing = { firstRetryMs: 1, longestRetryMs: 2, quietMs: 5, patienceMs: 20 }
  const { live, back } = await start(t, { timing }, service)
  await back()
  service.isSilent = true
  await until(() => live.state === 'offline')
  service.isSilent = false
  await back()
  assert.ok(service.received.some(message => message.type === 'ping'))
})

test('[CLI-13] what makes no sense, and events with a hole between them, lead to a new connection', async t => {
  const { service, live, back, settled } = await start(t)
  for (const message of [
    { nonsense: 1 },
    { type: 'events', events: [{ seq: 7, type: 'NOTE_CREATE', actor: { id: 2 } }] },
  ]) {
    await back()
    service.tell(message)
    await until(() => live.state === 'offline')
  }
  service.happen([note('a')])
  await settled()
  assert.equal(live.objects.size, 1)
})

test('[CLI-14] presence is gathered, and told again to the next connection', async t => {
  const { service, live, back } = await start(t)
  const presences = () => service.received.filter(one => one.type === 'presence')
  for (let x = 0; x < 100; x += 1) live.sendPresence({ cursor: { x, y: 2e9 } })
  live.sendPresence({ selection: ['a'], view: { x: 1, y: 2, zoom: 3 } })
  await until(() => presences().length > 0)
  const told = { cursor: { x: 99, y: 1e9 }, selection: ['a'], view: { x: 1, y: 2, zoom: 3 } }
  assert.deepEqual(presences(), [{ type: 'presence', ...told }])
  live.follow(7)
  live.lead(true)
  service.cut()
  await until(() => live.state === 'offline')
  await back()
  await until(() => presences().length > 1)
  assert.deepEqual(presences()[1], { type: 'presence', ...told })
  const after = service.received.slice(service.received.findLastIndex(one => one.type === 'hello'))
  assert.deepEqual(
    after.flatMap((one): unknown[] => (one.type === 'follow' ? [one.user_id] : one.type === 'lead' ? [one.on] : [])),
    [7, true],
  )
})

test('[CLI-14] who takes the lead just when another gives it up is the one who leads, also after a break', async t => {
  const { service, live, back } = await start(t)
  await back()
  service.tell({ type: 'leader', user_id: 3 })
  await until(() => live.leader === 3)
  live.lead(true)
  // On its way before the service heard of it.
  service.tell({ type: 'leader', user_id: null })
  service.tell({ type: 'leader', user_id: 1 })
  await until(() => live.leader === 1)
  const leads = () => service.received.filter(one => one.type === 'lead').length
  service.cut()
  await until(() => leads() === 2)
  service.tell({ type: 'leader', user_id: 1 })
  service.tell({ type: 'leader', user_id: 3 })
  await until(() => live.leader === 3)
  service.cut()
  await until(() => live.state === 'offline')
  await back()
  assert.equal(leads(), 2, 'it was lost to somebody else')
})

test('[CLI-14] people come, move and leave, somebody leads, and roles change', async t => {
  const { service, live } = await start(t)
  const person = (connection: string, x: number) => ({ connection, id: x, cursor: { x, y: 0 } })
  const names = () => [...live.people.values()].map(one => [one.connection, one.cursor?.x])
  service.tell({ type: 'presence', people: [person('a', 1), person('b', 2)], left: [] })
  service.tell({ type: 'presence', people: [person('b', 3)], left: ['a'] })
  service.tell({ type: 'leader', user_id: 3 })
  await until(() => live.leader === 3)
  assert.deepEqual(names(), [['b', 3]])
  service.tell({ type: 'presence', people: [person('c', 4)], left: [], all: true })
  service.tell({ type: 'role', role: { name: 'Viewer' } })
  await until(() => live.role?.name === 'Viewer')
  assert.deepEqual(names(), [['c', 4]])
  service.cut()
  await until(() => live.state === 'offline')
  assert.deepEqual([names(), live.leader], [[], null])
})

test('[CLI-9] events are told once and in order', async t => {
  const { service, live, settled } = await start(t)
  const heard: number[] = []
  const stop = live.onEvents(events => heard.push(...events.map(event => event.seq)))
  service.happen([note('a'), note('b')])
  await settled()
  service.cut()
  service.happen([note('c')])
  await until(() => live.state === 'offline')
  await settled()
  stop()
  live.change([note('d')])
  await settled()
  assert.deepEqual(heard, [1, 2, 3])
})

test('[CLI-9] a picture that is older than what has come since takes nothing back, and nothing is told twice', async t => {
  const { service, live, texts, settled } = await start(t)
  const heard: number[] = []
  live.onEvents(events => heard.push(...events.map(event => event.seq)))
  const seen: unknown[] = []
  live.onChange(() => seen.push(texts()))
  service.happen([note('a')])
  const objects = [...service.board.objects.values()]
  service.happen([note('b')])
  await settled()
  // As for somebody who read too slowly: the last picture there is, and the log after it.
  service.tell({ type: 'snapshot', seq: 1, objects, comments: [], more: false })
  service.tell({ type: 'events', events: service.log.slice(1) })
  service.happen([note('c')])
  await settled()
  assert.deepEqual(
    [texts(), heard],
    [
      ['a', 'b', 'c'],
      [1, 2, 3],
    ],
  )
  assert.ok(seen.slice(seen.findIndex(one => String(one) === 'a,b')).every(one => String(one) !== 'a'))
})

test('[CLI-10] a service that was set back to an earlier day is believed', async t => {
  const { service, live, texts, settled } = await start(t)
  service.happen([note('a'), note('b')])
  await settled()
  service.cut()
  const [first] = [...service.board.objects.keys()]
  service.log.length = 1
  service.mostMissed = -1_000
  for (const id of service.board.objects.keys()) if (id !== first) service.board.objects.delete(id)
  await until(() => live.state === 'offline')
  await settled()
  assert.deepEqual(texts(), ['a'])
})

test('a listener that fails keeps nobody from hearing, and its failure is not swallowed', t => {
  const later: (() => void)[] = []
  t.mock.method(globalThis, 'queueMicrotask', (act: () => void) => later.push(act))
  const listeners = new Listeners<number>()
  const heard: number[] = []
  listeners.add(() => {
    throw new Error('of mine')
  })
  listeners.add(value => heard.push(value))
  listeners.tell(1)
  assert.deepEqual(heard, [1])
  assert.throws(() => later[0]?.(), /of mine/)
})
