// arrange: lays out objects in free space, so that an agent does not have to compute coordinates.

import type { ListedChange } from '@tessera/contract'
import { maxChanges } from '@tessera/contract'
import { sortByReadingOrder } from '@tessera/drawing'
import { Type } from 'typebox'
import { changesToArrange } from './arrange-changes.ts'
import { type ArrangedUnit, arrangedUnitsOf, follows, unitOrders } from './arranged-units.ts'
import { changeObjects } from './board-changed.ts'
import { type BoardObject, boxOf, describeBox, isGround } from './board-object.ts'
import { dryRunInput, ifSeqInput } from './change-input.ts'
import { findPlace, type PlaceRequest } from './find-place.ts'
import { layOutUnits, layoutNames } from './lay-out-units.ts'
import { readWholeBoard } from './read-whole-board.ts'
import { contains } from './sections.ts'
import { defineTool, ToolProblem } from './tool.ts'
import { objectIdInput, workspaceId } from './tool-input.ts'

const word = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], description })

const directions = ['down', 'right', 'up', 'left'] as const

export const arrangeTool = defineTool({
  name: 'arrange',
  title: 'Arrange objects',
  description:
    'Lays out objects tidily and moves them to free space, so that nothing overlaps. Layouts: grid; columns (with order color or kind: one column for each); row; stack; tree (along connectors, every object beyond the one that leads to it); flow (a flowchart along connectors, which are routed as well). Groups, and canvases with the objects on them, stay together. Pinned objects stay where they are. Send ids, or canvas for everything on a canvas. Where: the nearest free space, or one of near, into and at.',
  input: Type.Object({
    workspace_id: workspaceId(),
    layout: word(layoutNames, 'How they are laid out'),
    ids: Type.Optional(
      Type.Array(objectIdInput('An object'), { minItems: 1, maxItems: 500, description: 'The objects to arrange' }),
    ),
    canvas: Type.Optional(objectIdInput('Arrange everything on this canvas, and keep it there')),
    order: Type.Optional(word(unitOrders, 'The sort order: given by default; with canvas, the reading order')),
    gap: Type.Optional(Type.Integer({ minimum: 4, maximum: 2_000, description: 'Between objects' })),
    columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'For grid and columns' })),
    direction: Type.Optional(
      word(directions, 'The direction of a tree (down by default) or a flow (right by default)'),
    ),
    near: Type.Optional(objectIdInput('Put them beside this object')),
    into: Type.Optional(objectIdInput('Put them on this canvas')),
    at: Type.Optional(
      Type.Object({ x: Type.Integer(), y: Type.Integer() }, { description: 'Put their top-left corner exactly there' }),
    ),
    fit_canvas: Type.Optional(
      Type.Boolean({ description: 'With canvas or into: makes the canvas as large as needed' }),
    ),
    if_seq: ifSeqInput(),
    dry_run: dryRunInput(),
  }),
  output: Type.Object({
    moved: Type.Integer({ description: 'Number of objects that were moved' }),
    box: Type.Object({ x: Type.Integer(), y: Type.Integer(), width: Type.Integer(), height: Type.Integer() }),
    pinned: Type.Array(Type.String(), { description: 'Objects that stayed because they are pinned' }),
    seq: Type.Integer(),
    dry_run: Type.Boolean(),
  }),
  scope: 'write',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(context, args) {
    const { workspace_id, dry_run = false } = args
    const { objects: board, seq: read } = await readWholeBoard(context.client, workspace_id)
    const units = arrangedUnitsOf(chosenOf(args, board), board)
    const wanted = wantedOf(args, board)
    const free = units.filter(({ isFixed }) => !isFixed)
    if (free.length === 0) throw new ToolProblem(nothingToMove(units))
    const layout = await layOutUnits(free, board, { ...args, order: args.order ?? 'given' })
    const place = findPlace(layout.size, units, board, wanted)
    const changes = changesToArrange(layout, place, board)
    if (changes.length > maxChanges)
      throw new ToolProblem(
        `This moves ${changes.length} objects, but at most ${maxChanges} are possible. Arrange fewer objects.`,
      )
    const box = { x: place.x, y: place.y, ...layout.size }
    context.presence.seen(workspace_id, box)
    const { seq } = await send(changes)
    const pinned = units.filter(({ isFixed }) => isFixed).flatMap(({ objects }) => objects.map(({ id }) => id))
    const stayed = pinned.length === 0 ? '' : `\n${pinned.length} stayed because they are pinned: ${pinned.join(' ')}`
    const covered = countOverlaps(box, units, board)
    const warning = covered === 0 ? '' : `\nThey overlap ${covered} other objects there.`
    const what = dry_run ? 'They would be' : 'They are'
    return {
      text: `${what} at ${describeBox(box)}; ${changes.length} objects change. seq ${seq}.${stayed}${warning}\n${dry_run ? 'Nothing was changed.' : 'Look there to see the result. Use undo to revert it.'}`,
      structured: { moved: changes.length, box, pinned, seq, dry_run },
    }

    /** Sends nothing if there is no change: a list must not be empty. */
    async function send(list: ListedChange[]): Promise<{ seq: number }> {
      if (list.length === 0) return { seq: read }
      return await changeObjects(context, workspace_id, list, { if_seq: args.if_seq, dry_run })
    }
  },
})

interface ArrangeTargets {
  readonly ids?: readonly string[] | undefined
  readonly canvas?: string | undefined
  readonly near?: string | undefined
  readonly into?: string | undefined
  readonly at?: { readonly x: number; readonly y: number } | undefined
  readonly fit_canvas?: boolean | undefined
}

function chosenOf({ ids, canvas }: ArrangeTargets, board: readonly BoardObject[]): readonly BoardObject[] {
  if ((ids === undefined) === (canvas === undefined)) throw new ToolProblem('Send either ids or canvas.')
  if (ids) return [...new Set(ids)].map(id => objectOn(board, id, 'ids'))
  const area = boxOf(canvasOn(board, canvas as string, 'canvas'))
  const inside = board.filter(object => object.id !== canvas && !follows(object) && contains(area, boxOf(object)))
  if (inside.length === 0) throw new ToolProblem('Nothing lies on this canvas.')
  return sortByReadingOrder(inside, boxOf)
}

function wantedOf(
  { canvas, near, into, at, fit_canvas = false }: ArrangeTargets,
  board: readonly BoardObject[],
): PlaceRequest {
  if ([near, into, at].filter(one => one !== undefined).length > 1)
    throw new ToolProblem('Send at most one of near, into and at.')
  const hasRequestedPlace = near !== undefined || at !== undefined
  const target = into ?? (hasRequestedPlace ? undefined : canvas)
  if (fit_canvas && target === undefined)
    throw new ToolProblem('fit_canvas needs a canvas: give canvas or into as well.')
  return {
    at,
    near: near === undefined ? undefined : objectOn(board, near, 'near'),
    into: target === undefined ? undefined : canvasOn(board, target, into === undefined ? 'canvas' : 'into'),
    fit_canvas,
  }
}

function objectOn(board: readonly BoardObject[], id: string, argument: string): BoardObject {
  const found = board.find(object => object.id === id)
  if (!found) throw new ToolProblem(`${argument}: there is no object ${id} on this board. read_board lists the ids.`)
  return found
}

function canvasOn(board: readonly BoardObject[], id: string, argument: string): BoardObject {
  const found = objectOn(board, id, argument)
  if (!isGround(found)) throw new ToolProblem(`${argument} must be a canvas; ${id} is a ${found.kind}.`)
  return found
}

const nothingToMove = (units: readonly ArrangedUnit[]) =>
  units.length > 0
    ? 'All of these objects are pinned, so they stay where they are.'
    : 'Connectors and drawings on objects follow them: send the ids of the objects.'

/** How many other objects lie where the arrangement is. That happens only at a given point. */
function countOverlaps(
  box: ReturnType<typeof boxOf>,
  units: readonly ArrangedUnit[],
  board: readonly BoardObject[],
): number {
  const own = new Set(units.flatMap(({ objects }) => objects.map(({ id }) => id)))
  return board.filter(object => {
    if (own.has(object.id) || follows(object) || isGround(object)) return false
    const other = boxOf(object)
    return (
      other.x < box.x + box.width &&
      box.x < other.x + other.width &&
      other.y < box.y + box.height &&
      box.y < other.y + other.height
    )
  }).length
}
