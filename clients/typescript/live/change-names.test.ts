// Names in lists of changes, and what remains of a list if objects that it names are deleted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change, ListedChange } from '@tessera/contract'
import { note, remove, start } from '../testing/started-live.ts'
import { until } from '../testing/until.ts'
import { withNames, withTemporaryIds } from './change-names.ts'
import { withoutMissing } from './queue-entry.ts'
import { missingObjects } from './refusal.ts'

const flow: ListedChange[] = [
  { op: 'create', kind: 'shape', data: { text: 'A' }, ref: 'a' },
  { op: 'create', kind: 'shape', data: { text: 'B' }, ref: 'b' },
  { op: 'create', kind: 'connector', data: { from: { id: { ref: 'a' } }, to: { id: { ref: 'b' }, anchor: 'left' } } },
  { op: 'order', ids: ['old', { ref: 'b' }], above: { ref: 'a' } },
  { op: 'update', id: { ref: 'a' }, data: { text: 'first' } },
]

test('[OBJ-22] names become temporary ids, and are sent as names again', () => {
  const ids = ['local-0', 'local-1', 'local-2', '', 'local-0']
  const changes = withTemporaryIds(flow, ids)
  assert.deepEqual(changes[2], {
    op: 'create',
    kind: 'connector',
    data: { from: { id: 'local-0' }, to: { id: 'local-1', anchor: 'left' } },
  })
  assert.deepEqual(changes[3], { op: 'order', ids: ['old', 'local-1'], above: 'local-0' })
  const sent = withNames(changes, ids)
  assert.deepEqual(sent[0], { op: 'create', kind: 'shape', data: { text: 'A' }, ref: 'local-0' })
  assert.deepEqual((sent[2] as { data: object }).data, {
    from: { id: { ref: 'local-0' } },
    to: { id: { ref: 'local-1' }, anchor: 'left' },
  })
  assert.deepEqual(sent[3], { op: 'order', ids: ['old', { ref: 'local-1' }], above: { ref: 'local-0' } })
  assert.equal('ref' in (sent[2] as object), false, 'nothing refers to the connector')
})

test('[OBJ-22] [CLI-10] a list that names its own objects works without a connection, and later changes follow', async t => {
  const { service, live, settled } = await start(t)
  service.cut()
  await until(() => live.state === 'offline')
  const { ids } = live.change(flow.filter(({ op }) => op !== 'order'))
  const [a, b, connector] = ids as [string, string, string]
  live.change([{ op: 'update', id: connector, data: { to: { id: a, anchor: 'top' } } }])
  live.change([{ op: 'group', ids: [a, b] }])
  await settled()
  assert.deepEqual([...live.objects.values()], [...service.board.objects.values()])
  const { from, to } = live.get(connector) as unknown as { from: object; to: object }
  assert.deepEqual(
    [from, to],
    [
      { id: live.idOf(a), anchor: 'auto' },
      { id: live.idOf(a), anchor: 'top' },
    ],
  )
  assert.equal((live.get(a) as { text?: string }).text, 'first')
  assert.ok(live.get(b)?.group !== null && live.get(b)?.group === live.get(a)?.group)
})

test('[CLI-11] objects that are gone are left out of an arrangement, and the rest of it happens', async t => {
  const { service, live, refused, settled } = await start(t)
  const [a, b, c] = live.change([note('a'), note('b'), note('c')]).ids as [string, string, string]
  await settled()
  service.cut()
  live.change([{ op: 'order', ids: [a, b], to: 'front' }])
  live.change([{ op: 'group', ids: [a, b, c] }])
  live.change([{ op: 'group', ids: [a, c] }])
  service.changeAsOther([remove(live.idOf(a))])
  await settled()
  assert.deepEqual([...live.objects.values()], [...service.board.objects.values()])
  assert.ok((live.get(b)?.order ?? '') > (live.get(c)?.order ?? ''))
  assert.equal(live.get(b)?.group, live.get(c)?.group)
  assert.equal(refused.length, 1, 'only the group that would have had one member')
})

test('[CLI-11] only errors about missing objects leave anything out', () => {
  const error = (...fields: string[]) => ({
    ...{ code: 'BadRequest' as const, message: '', request_id: '' },
    errors: fields.map(field => ({ field, message: 'm' })),
  })
  assert.equal(missingObjects(error('changes[0].id', 'changes[1].data.x')), null)
  const missing = missingObjects(error('changes[0].id', 'changes[1].ids[0]', 'changes[2].above')) ?? []
  const changes: Change[] = [
    { op: 'delete', id: 'a' },
    { op: 'order', ids: ['a', 'b'], to: 'front' },
    { op: 'order', ids: ['b'], above: 'a' },
    { op: 'delete', id: 'b' },
  ]
  assert.deepEqual(
    changes.map((change, index) => withoutMissing(change, index, missing)),
    [null, { op: 'order', ids: ['b'], to: 'front' }, null, { op: 'delete', id: 'b' }],
  )
})
