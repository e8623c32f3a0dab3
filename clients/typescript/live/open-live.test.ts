// Changes to an open workspace on an unreliable connection, with a service in memory. The tests of the server have the
// same with the real one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openUndo, TesseraError } from '@tessera/client'
import type { LiveService } from '../testing/live-service.ts'
import { note, remove, start, write } from '../testing/started-live.ts'
import { until } from '../testing/until.ts'

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

test('[CLI-10] a change without a response is sent again unchanged, and takes effect once', async t => {
  const { service, live, texts, settled } = await start(t)
  service.losesResponses = true
  const { results } = live.change([note('a'), note('b')])
  await until(() => service.log.length === 2)
  service.losesResponses = false
  service.cut()
  await settled()
  assert.equal((await results).length, 2)
  const [first, second] = service.changes
  assert.deepEqual(first, second)
  assert.deepEqual([texts(), service.log.length], [['a', 'b'], 2])
})

test('[CLI-10] more missed than is at hand comes as a new picture, with what is pending on top', async t => {
  const { service, live, texts, settled } = await start(t)
  service.maxMissedEvents = 0
  live.change([note('mine')])
  await settled()
  service.cut()
  service.changeAsOther([note('theirs'), note('theirs too')])
  const [id] = service.board.objects.keys()
  live.change([write(id as string, 'edited')])
  const wholes: boolean[] = []
  live.onChange(({ isFullReload }) => wholes.push(isFullReload))
  await settled()
  assert.deepEqual(texts(), ['edited', 'theirs', 'theirs too'])
  assert.ok(wholes.includes(true))
})

test('[CLI-9] an object is not shown twice: its event waits for the response with its id', async t => {
  const { service, live, texts, settled } = await start(t)
  const seen: unknown[] = []
  live.onChange(() => seen.push(texts()))
  const { results } = live.change([note('a')])
  await results
  service.changeAsOther([note('by another tab of mine')], 1)
  await settled()
  assert.deepEqual(
    seen.filter(one => String(one) === 'a,a'),
    [],
  )
  assert.deepEqual(texts(), ['a', 'by another tab of mine'])
})

test('[CLI-11] a refused change is reverted alone, together with the changes that build on it', async t => {
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

test('[CLI-11] a change of an object that another user deleted is left out of a list, and the rest takes effect', async t => {
  const { service, live, refused, texts, settled } = await start(t)
  service.changeAsOther([note('a'), note('b'), note('c')])
  await settled()
  const [a, b, c] = [...live.objects.keys()] as [string, string, string]
  service.cut()
  service.changeAsOther([remove(b)])
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
  service.changeAsOther([{ op: 'create', kind: 'note', data: { text: 'a', x: 1, y: 1 } }])
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
  service.changeAsOther([note('a')])
  await settled()
  const [id] = [...live.objects.keys()] as [string]
  service.changeAsOther([{ op: 'create', kind: 'stroke', data: { points: [1, 2, 3, 4], targetId: id } }])
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

test('[CLI-11] an invalid change is refused without a request', async t => {
  const { service, live, refused } = await start(t)
  await assert.rejects(live.change([write('nonsense', 'a')]).results, { code: 'BadRequest' })
  await assert.rejects(live.change([remove('local-of-nobody')]).results, { code: 'BadRequest' })
  assert.deepEqual([refused.length, service.changes.length], [2, 0])
})

test('[CLI-10] a change is retried if the service is busy or fails for a moment', async t => {
  const { service, live, refused, texts, settled } = await start(t)
  const answers = ['ServiceUnavailable', 'TooManyRequests', 'Conflict'] as const
  let count = 0
  service.refuses = () => answers[count++] ?? null
  const { results } = live.change([note('a')])
  await results
  await settled()
  assert.deepEqual([texts(), refused], [['a'], []])
})

test('[CLI-10] a service that is unavailable is not sent the same changes again at once', async t => {
  const timing = { firstRetryMs: 40, maxRetryMs: 80, pingAfterMs: 60_000, timeoutMs: 10_000 }
  const { service, live, texts, settled } = await start(t, { timing })
  let attempts = 0
  const endsAt = performance.now() + 300
  service.refuses = () => {
    attempts += 1
    return performance.now() < endsAt ? 'ServiceUnavailable' : null
  }
  for (const text of ['a', 'b', 'c']) live.change([note(text)])
  await settled()
  assert.deepEqual(texts(), ['a', 'b', 'c'])
  // Each of the three changes is sent about every 120 ms.
  assert.ok(attempts <= 15, `sent ${attempts} times`)
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

test('[CLI-9] events are reported once and in order', async t => {
  const { service, live, settled } = await start(t)
  const heard: number[] = []
  const stop = live.onEvents(events => heard.push(...events.map(event => event.seq)))
  service.changeAsOther([note('a'), note('b')])
  await settled()
  service.cut()
  service.changeAsOther([note('c')])
  await until(() => live.state === 'offline')
  await settled()
  stop()
  live.change([note('d')])
  await settled()
  assert.deepEqual(heard, [1, 2, 3])
})

test('[CLI-9] a snapshot older than the events since reverts nothing, and no event is reported twice', async t => {
  const { service, live, texts, settled } = await start(t)
  const heard: number[] = []
  live.onEvents(events => heard.push(...events.map(event => event.seq)))
  const seen: unknown[] = []
  live.onChange(() => seen.push(texts()))
  service.changeAsOther([note('a')])
  const objects = [...service.board.objects.values()]
  service.changeAsOther([note('b')])
  await settled()
  // Sends what a client gets that read too slowly: the latest snapshot, and the log after it.
  service.deliver({ type: 'snapshot', seq: 1, objects, comments: [], more: false })
  service.deliver({ type: 'events', events: service.log.slice(1) })
  service.changeAsOther([note('c')])
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
  service.changeAsOther([note('a'), note('b')])
  await settled()
  service.cut()
  const [first] = [...service.board.objects.keys()]
  service.log.length = 1
  service.maxMissedEvents = -1_000
  for (const id of service.board.objects.keys()) if (id !== first) service.board.objects.delete(id)
  await until(() => live.state === 'offline')
  await settled()
  assert.deepEqual(texts(), ['a'])
})
