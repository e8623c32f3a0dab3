// An open workspace for a test, against a service in memory.

import type { TestContext } from 'node:test'
import { type Change, type LiveOptions, openLive, type RefusedChange } from '@tessera/client'
import { LiveService } from './live-service.ts'
import { until } from './until.ts'

export const note = (text: string): Change => ({ op: 'create', kind: 'note', data: { text } })
export const write = (id: string, text: string): Change => ({ op: 'update', id, data: { text } })
export const remove = (id: string): Change => ({ op: 'delete', id })

export async function start(t: TestContext, more: Partial<LiveOptions> = {}, service = new LiveService()) {
  const live = openLive(service.options(more))
  t.after(() => live.close())
  const refused: RefusedChange[] = []
  live.onRefused(one => refused.push(one))
  await until(() => live.state !== 'connecting')
  const texts = () => [...live.objects.values()].map(object => ('text' in object ? object.text : null))
  const settled = () => until(() => live.state === 'live' && live.pending === 0 && live.seq === service.log.length)
  return { service, live, refused, texts, settled, back: () => until(() => live.state === 'live') }
}
