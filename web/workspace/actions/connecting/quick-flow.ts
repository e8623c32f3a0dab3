// Continues a flow: creates the next object beside one, connected with it, and edits its text.

import type { BoardObject, KindName } from '@tessera/client'
import { type Kind, kinds } from '@tessera/contract'
import type { ConnectorEnd } from '@tessera/contract/kinds/connector'
import { type Box, bounds, centerOf, computeTextSize, frameOf, type Point, rendererOf } from '@tessera/drawing'
import type { Side } from '@tessera/drawing/connector-end'
import { isConnector } from '@tessera/drawing/connector-geometry'
import { touches } from '../../../canvas/spatial-grid.ts'
import { workspaceKindOf } from '../../kinds/index.ts'
import { creationDataOf, isAttached, kindOfObject, textFieldOf } from '../../objects/abilities.ts'
import { neighborsOf } from '../../objects/connecting/connected-objects.ts'
import { oppositeOf, sideToward, takesConnectors } from '../../objects/connecting/connector-anchors.ts'
import { freeBoxBeside } from '../../objects/connecting/next-place.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { canEdit } from '../../state/rights.ts'
import { selectedObjects } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { applyChanges } from '../changes/object-changes.ts'
import { editObject } from '../placing/open-object.ts'
import { initialDataOf, showWhole } from '../placing/place-object.ts'
import { connectorBetween, nameOfObject } from './connect-objects.ts'
import { goToNeighbor } from './follow-connectors.ts'

/** From the keyboard, it goes to the object that is connected on that side already, unless a new one is requested. */
export function continueFlow(board: OpenBoard, side: Side, { isAlwaysNew }: { isAlwaysNew: boolean }): boolean {
  const [object, another] = selectedObjects(board)
  if (!object || another || !takesConnectors(object) || !canEdit(board)) return false
  const there = neighborsOf(object, board.live.objects).find(neighbor => neighbor.side === side)
  if (there && !isAlwaysNew) goToNeighbor(board, there)
  else createConnected(board, object, side)
  return true
}

/** The next object of the same kind and style, on a side of this one. */
export function createConnected(board: OpenBoard, object: BoardObject, side: Side): void {
  const next = nextOf(object)
  const { x, y, width, height, scale } = frameOf(object)
  const own = { x, y, width: width * scale, height: height * scale }
  const others = obstaclesOn(board)
  const box = freeBoxBeside(own, sizeOf(next), side, candidate => !others.some(other => touches(other, candidate)))
  create(board, { ...next, at: box }, { id: object.id, anchor: side }, oppositeOf[side])
}

/** The objects that a connector can create at its end when it is dropped on the empty board. */
export type OfferedKind = 'same' | 'note' | 'text'

/** Attaches it at the side that faces the connector. */
export function createAtEnd(board: OpenBoard, from: ConnectorEnd, to: Point, offered: OfferedKind): void {
  const object = 'id' in from ? board.live.get(from.id) : undefined
  const next = offered === 'same' ? shapeLike(object) : { kind: offered, data: initialDataOf(offered) }
  const { width, height } = sizeOf(next)
  const start = object ? centerOf(bounds(object)) : (from as Point)
  const side = oppositeOf[sideToward(start, to)]
  const isBeside = side === 'left' || side === 'right'
  const at = {
    x: Math.round(isBeside ? (side === 'left' ? to.x : to.x - width) : to.x - width / 2),
    y: Math.round(isBeside ? to.y - height / 2 : side === 'top' ? to.y : to.y - height),
  }
  create(board, { ...next, at }, from, side)
}

interface NewObject {
  readonly kind: KindName
  readonly data: Record<string, unknown>
}

/** The object and its connector are one step of undo, and so is the text that is typed next. */
function create(board: OpenBoard, next: NewObject & { at: Point }, from: ConnectorEnd, side: Side): void {
  const gesture = `connect ${++lastFlow}`
  const { x, y } = next.at
  const id = applyChanges(board, [{ op: 'create', kind: next.kind, data: { ...next.data, x, y } }], gesture)?.ids[0]
  if (id === undefined) return
  applyChanges(board, [connectorBetween(from, { id, anchor: side })], gesture)
  const object = board.live.get(id)
  if (!object) return
  board.tool.set('select')
  showWhole(board, object)
  editObject(board, object.id)
  announce(board, useWorkspaceMessages.now().connecting.added(nameOfObject(object)))
}

let lastFlow = 0

/** Notes, texts and shapes are continued with their own kind, everything else with a shape. */
function nextOf(object: BoardObject): NewObject {
  const { textBox, tools } = workspaceKindOf(object)
  const isContinued = textBox && tools.some(({ use }) => use.type === 'place') && !isGround(object)
  return isContinued ? copyOf(object) : { kind: 'shape', data: initialDataOf('shape') }
}

const shapeLike = (object: BoardObject | undefined): NewObject =>
  object && 'form' in object ? copyOf(object) : { kind: 'shape', data: initialDataOf('shape') }

/** Leaves out its text, its rotation, and sizes that follow the text. */
function copyOf(object: BoardObject): NewObject {
  const { pin: _, rotation: __, ...style } = creationDataOf(object)
  const hasSize = 'width' in kindOfObject(object).defaults
  const { width, height, ...rest } = style
  const size = hasSize && width !== undefined ? { width, height } : {}
  return { kind: object.kind, data: { ...rest, ...size, [textFieldOf(object) as string]: '' } }
}

function sizeOf({ kind, data }: NewObject): { width: number; height: number } {
  const {
    width,
    height,
    scale = 1,
    ...rest
  } = { ...(kinds[kind] as Kind).defaults, ...data } as Record<string, unknown>
  if (width === undefined) return computeTextSize({ ...rest, text: '', width: null, height: null } as never)
  return { width: Number(width) * Number(scale), height: Number(height) * Number(scale) }
}

const isGround = (object: BoardObject) => rendererOf(object).layer === 'ground'

/** The objects that a new object must not cover. Lines may be crossed, and canvases are meant to lie below. */
const obstaclesOn = ({ live }: OpenBoard): Box[] =>
  [...live.objects.values()]
    .filter(object => rendererOf(object).layer === 'board' && !isConnector(object) && !isAttached(object))
    .map(object => bounds(object))
