// change_board: creates, updates, deletes, restores, restacks and groups objects, all or nothing.

import { hash } from 'node:crypto'
import type { ListedChange } from '@tessera/contract'
import { boxAround } from '@tessera/drawing'
import { Type } from 'typebox'
import { changeObjects } from './board-changed.ts'
import { type BoardObject, boxOf, describeBox } from './board-object.ts'
import { changesInput, dryRunInput, ifSeqInput } from './change-input.ts'
import { defineTool, ToolProblem } from './tool.ts'
import { workspaceId } from './tool-input.ts'

/** More deletes than this must be confirmed. */
const maxUnconfirmedDeletes = 20

export const changeBoardTool = defineTool({
  name: 'change_board',
  title: 'Change a board',
  description: `Changes objects of a board in one step: all entries of the list are made, in order, or none. Entries:
{"op":"create","kind":"note","data":{"text":"Hi","x":0,"y":0},"ref":"a"}
{"op":"create","kind":"connector","data":{"from":{"id":{"ref":"a"}},"to":{"id":"<id>"},"label":"then"}}
{"op":"update","id":"<id>","data":{"backgroundColor":"Blue"}}
{"op":"delete","id":"<id>"} {"op":"restore","id":"<id>"} (brings back what was deleted)
{"op":"order","ids":["<id>"],"to":"front"} (or back, forward, backward; or "above":"<id>", "below":"<id>")
{"op":"group","ids":["<id>",{"ref":"a"}]} {"op":"ungroup","group":"<group id>"}
Only the fields in data change. Leave x and y out of new objects if you arrange them next. Use undo to revert it.`,
  input: Type.Object({
    workspace_id: workspaceId(),
    changes: changesInput(),
    if_seq: ifSeqInput(),
    dry_run: dryRunInput(),
    confirm: Type.Optional(
      Type.Integer({
        description: `Deleting more than ${maxUnconfirmedDeletes} objects needs their number here, after the user agreed`,
      }),
    ),
    request_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Any text. If you repeat the same call with the same request_id because the response was lost, it takes effect only once',
      }),
    ),
  }),
  output: Type.Object({
    ids: Type.Record(Type.String(), Type.String(), { description: 'The ids of new objects by ref' }),
    created: Type.Array(Type.String(), { description: 'The ids of all new objects, in order' }),
    seq_before: Type.Integer(),
    seq: Type.Integer(),
    dry_run: Type.Boolean(),
  }),
  scope: 'write',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run(context, { workspace_id, changes, if_seq, dry_run = false, confirm, request_id }) {
    if (!dry_run) requireConfirmation(changes, confirm)
    const options = { if_seq, dry_run, idempotencyKey: request_id && keyOf(request_id) }
    const { results, seq_before, seq } = await changeObjects(context, workspace_id, changes, options)
    const made = results.map(recordIn)
    const created = changes.flatMap(({ op }, index) => (op === 'create' ? (made[index] ?? []) : []))
    const refs = changes.flatMap((change, index): [string, string][] => {
      const id = made[index]?.id
      return change.op === 'create' && change.ref !== undefined && id !== undefined ? [[change.ref, id]] : []
    })
    const box = boxAround(made.flatMap(object => (object ? [boxOf(object)] : [])))
    context.presence.seen(workspace_id, box ?? undefined)
    const ids = Object.fromEntries(refs)
    const what = `${dry_run ? 'This would be done' : 'Done'}: ${describeCounts(changes)}. seq ${seq_before} -> ${seq}.`
    const names = refs.length === 0 ? '' : `\nids: ${refs.map(([ref, id]) => `${ref}=${id}`).join(' ')}`
    const others = created.map(({ id }) => id).filter(id => !refs.some(([, named]) => named === id))
    const unnamed = others.length === 0 ? '' : `\nnew without ref: ${others.join(' ')}`
    const next = dry_run ? 'Nothing was changed; the ids are placeholders.' : describeNext(created, box)
    return {
      text: `${what}${names}${unnamed}\n${next}`,
      structured: { ids, created: created.map(({ id }) => id), seq_before, seq, dry_run },
    }
  },
})

/** A key has visible characters only. */
const keyOf = (request_id: string) => `mcp-${hash('sha256', request_id, 'base64url')}`

function requireConfirmation(changes: readonly ListedChange[], confirm: number | undefined): void {
  const count = changes.filter(({ op }) => op === 'delete').length
  if (count <= maxUnconfirmedDeletes || confirm === count) return
  throw new ToolProblem(
    `This deletes ${count} objects, so nothing was done. Tell the user what would be deleted. If they agree, call again with confirm ${count}.`,
  )
}

/** The record in a result, with its kind; undefined for deletes and arrangements. */
function recordIn(result: object): BoardObject | undefined {
  const [kind, record] = Object.entries(result)[0] ?? []
  return typeof record === 'object' && record !== null && !Array.isArray(record)
    ? ({ kind, ...record } as BoardObject)
    : undefined
}

const pastTenses: Readonly<Record<ListedChange['op'], string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  restore: 'restored',
  order: 'restacked',
  group: 'grouped',
  ungroup: 'ungrouped',
}

function describeCounts(changes: readonly ListedChange[]): string {
  const counts = Map.groupBy(changes, ({ op }) => op)
  return [...counts].map(([op, list]) => `${list.length} ${pastTenses[op]}`).join(', ')
}

function describeNext(created: readonly BoardObject[], box: ReturnType<typeof boxAround>): string {
  const look = box ? `Look at ${describeBox(box)} to see the result.` : ''
  const piled = findOverlapping(created)
  if (piled.length === 0) return `${look} Use undo to revert it.`.trim()
  return `${piled.length} of the new objects lie on each other: call arrange with their ids. ${look}`.trim()
}

/** The new objects that lie on others of them. Canvases hold objects, and connectors lead to them. */
function findOverlapping(created: readonly BoardObject[]): BoardObject[] {
  const placed = created.filter(object => 'x' in object && 'y' in object).slice(0, 200)
  const boxes = placed.map(boxOf)
  return placed.filter((_, index) =>
    boxes.some((box, other) => other !== index && isSamePlace(box, boxes[index] as typeof box)),
  )
}

type Box = ReturnType<typeof boxOf>

const isSamePlace = (one: Box, other: Box) =>
  Math.abs(one.x - other.x) < Math.min(one.width, other.width) / 2 &&
  Math.abs(one.y - other.y) < Math.min(one.height, other.height) / 2
