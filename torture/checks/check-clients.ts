// Every live client shows what the server has, and every listener got every event.

import { isDeepStrictEqual } from 'node:util'
import type { AnyObject } from '@tessera/client'
import type { BoardLog } from './board-log.ts'
import { type Check, type CheckedRun, waitUntilSettled } from './check.ts'

export const checkLiveClients: Check = async checked => {
  const { run, liveWriters } = checked
  const behind = await waitUntilSettled(async () => clientsBehind(checked))
  run.violations.add('live', ...behind)
  for (const { name, live, board } of liveWriters)
    run.violations.add('live', ...differences(live.objects, logOf(checked, board)).map(text => `${name}: ${text}`))
  return `${liveWriters.length} clients show the same objects as the server`
}

function clientsBehind(checked: CheckedRun): string[] {
  return checked.liveWriters.flatMap(({ name, live, board }) => {
    const end = logOf(checked, board).events.length
    if (live.pending === 0 && live.seq >= end) return []
    return [`${name} is at event ${live.seq} of ${end}, ${live.pending} changes pending, state ${live.state}`]
  })
}

export function differences(shown: ReadonlyMap<string, AnyObject>, { objects }: Pick<BoardLog, 'objects'>): string[] {
  const there = new Map(objects.map(object => [object.id, object]))
  const missing = objects.filter(({ id }) => !shown.has(id)).map(({ id }) => `${id} is not shown`)
  const different = [...shown.values()].flatMap(object => {
    const other = there.get(object.id)
    if (!other) return [`${object.id} is shown and not there`]
    return isDeepStrictEqual(comparable(object), comparable(other)) ? [] : [`${object.id} is shown differently`]
  })
  return [...missing, ...different]
}

/** Without the signed addresses of files, which change with time. */
const comparable = (object: AnyObject) =>
  JSON.parse(JSON.stringify(object, (key, value) => (key === 'url' ? '' : value)))

export const checkWebhooks: Check = async ({ run, logs, webhooks }) => {
  const settled = await waitUntilSettled(async () => {
    const behind = logs.filter(({ board, events }) => !webhooks.received(board).has(events.length))
    return behind.map(({ board, events }) => `${board}: the last event ${events.length} was not delivered`)
  })
  const missing = logs.flatMap(({ board, events }) => {
    const received = webhooks.received(board)
    return events
      .filter(({ seq, id }) => seq >= webhooks.firstOf(board) && received.get(seq) !== id)
      .map(({ seq }) => `${board}: event ${seq} of ${events.length} was not delivered`)
  })
  run.violations.add('webhooks', ...settled, ...missing)
  return `${webhooks.count} notifications, in order for each of ${logs.length} listeners, none missing`
}

function logOf({ logs }: CheckedRun, board: string): BoardLog {
  const log = logs.find(one => one.board === board)
  if (!log) throw new Error(`the log of ${board} was not read`)
  return log
}
