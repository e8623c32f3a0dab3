// The client of an open workspace against the real socket.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LiveOptions, openLive } from '@tessera/client'
import { until } from '@tessera/client/testing/until'
import { type Person, type World, world } from '../testing/world.ts'

const note = (text: string, more: object = {}) => ({
  op: 'create' as const,
  kind: 'note' as const,
  data: { text, ...more },
})

async function opened(there: World, person: Person, more: Partial<LiveOptions> = {}) {
  const live = openLive({ url: there.url, workspaceId: there.board, token: () => person.token, ...more })
  await until(() => live.state === 'live')
  return Object.assign(live, { [Symbol.asyncDispose]: () => live.close() })
}

test('[CLI-9] a change is shown at once, and to the others as soon as it is made', async () => {
  const there = await world()
  await using ann = await opened(there, there.ann)
  await using bob = await opened(there, there.bob)
  const { ids, results } = ann.change([note('hello')])
  const [temporary] = ids as [string]
  assert.equal((ann.get(temporary) as { text?: string }).text, 'hello')
  await results
  const id = ann.idOf(temporary)
  assert.notEqual(id, temporary)
  assert.deepEqual([...ann.objects.keys()], [id])
  await until(() => bob.objects.has(id))
  await until(() => ann.objects.get(id)?.version === 1)
  assert.deepEqual(bob.objects.get(id), ann.objects.get(id))
  assert.equal(ann.pending, 0)
})
