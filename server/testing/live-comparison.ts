// The final checks of the live fuzz test: every player shows what the service has, and every change happened once.

import assert from 'node:assert/strict'
import type { Event } from '@tessera/client'
import { type LivePlayer, markIn } from './live-player.ts'
import type { World } from './world.ts'

export async function comparePlayers({ ann }: World, board: string, players: readonly LivePlayer[]): Promise<void> {
  for (const player of players) await player.settle(0)
  const log = await Array.fromAsync(ann.events.list.all(board))
  const objects = await Array.fromAsync(ann.objects.list.all(board))
  const comments = await Array.fromAsync(ann.comments.listInWorkspace.all(board))
  const happened = marksIn(log)
  for (const player of players) {
    await player.settle(log.length)
    assert.deepEqual(player.errors, [])
    checkPlayer(player, happened)
    const shown = [...player.live.objects.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
    assert.deepEqual(shown, objects, `${player.name} shows what there is, with the paths of connectors`)
    for (const target of [null, ...objects.map(({ id }) => id)])
      assert.deepEqual(
        player.live.commentsOn(target),
        comments.filter(({ targetId }) => targetId === target),
        `${player.name}: the comments ${target === null ? 'at points' : `on ${target}`}`,
      )
  }
}

/** Checks that each change happened once or was refused, and that changes to one object are in order in the log. */
function checkPlayer(player: LivePlayer, happened: readonly ChangeMark[]): void {
  const mine = happened.filter(({ mark }) => mark.startsWith(`${player.name}-`))
  const marks = mine.map(({ mark }) => mark)
  const expected = player.made.filter(mark => !player.refused.has(mark))
  // Without refusals nothing is sent again in another form, so the log has the original order.
  if (!player.hasRefusals) assert.deepEqual(marks, expected, `${player.name}: what happened, and what was made`)
  assert.deepEqual(
    marks.filter((mark, index) => marks.indexOf(mark) !== index || !expected.includes(mark)),
    [],
    `${player.name}: what happened twice, or although it was refused`,
  )
  for (const [id, marked] of Map.groupBy(mine, one => one.id)) {
    const inLog = marked.map(({ mark }) => player.made.indexOf(mark))
    assert.deepEqual(
      inLog,
      inLog.toSorted((one, other) => one - other),
      `${player.name}: the order of ${id}`,
    )
  }
  for (const lost of expected.filter(mark => !marks.includes(mark))) {
    const isOvertaken = mine.some(({ mark, id }) => id === player.objectOf(lost) && isAfter(player, mark, lost))
    assert.ok(isOvertaken, `${player.name}: ${lost} was lost`)
  }
}

const isAfter = ({ made }: LivePlayer, one: string, other: string) => made.indexOf(one) > made.indexOf(other)

interface ChangeMark {
  readonly mark: string
  readonly id: string
}

/** Every mark that an object got, in log order. */
function marksIn(log: readonly Event[]): ChangeMark[] {
  const marks = new Map<string, string | null>()
  return log.flatMap(event => {
    const record = (event.note ?? event.text ?? event.canvas ?? event.shape) as
      | ({ id: string } & Record<string, unknown>)
      | undefined
    if (!record || event.type.endsWith('_DELETE')) return []
    const mark = markIn(record)
    const isNew = marks.get(record.id) !== mark
    marks.set(record.id, mark)
    return isNew && mark !== null ? [{ mark, id: record.id }] : []
  })
}
