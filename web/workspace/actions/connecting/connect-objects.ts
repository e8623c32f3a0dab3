// Creates and changes connectors.

import type { BoardObject, Change } from '@tessera/client'
import { kinds } from '@tessera/contract'
import type { ConnectorEnd } from '@tessera/contract/kinds/connector'
import type { ConnectorObject } from '@tessera/drawing'
import { isConnector } from '@tessera/drawing/connector-geometry'
import { isPinned, plainTextOf } from '../../objects/abilities.ts'
import { isConnected } from '../../objects/connecting/connected-objects.ts'
import { takesConnectors } from '../../objects/connecting/connector-anchors.ts'
import { announce, notify, type OpenBoard } from '../../state/board.ts'
import { showConnecting } from '../../state/connecting.ts'
import { rememberStyle } from '../../state/last-style.ts'
import { select, selectedObjects } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { applyChanges, updateObjects } from '../changes/object-changes.ts'
import { initialDataOf } from '../placing/place-object.ts'

const { name: kind } = kinds.connector

/** The change that creates a connector with the style that was chosen last. */
export const connectorBetween = (from: ConnectorEnd, to: ConnectorEnd): Change => ({
  op: 'create',
  kind,
  data: { ...initialDataOf(kind), from, to },
})

/** Selects the new connector. */
export function createConnector(board: OpenBoard, from: ConnectorEnd, to: ConnectorEnd): void {
  const id = applyChanges(board, [connectorBetween(from, to)])?.ids[0]
  if (id === undefined) return
  board.tool.set('select')
  select(board, [id])
  const { connected } = useWorkspaceMessages.now().connecting
  announce(board, connected(nameOfEnd(board, from), nameOfEnd(board, to)))
}

/** Describes what an end is attached to. */
export function nameOfEnd(board: Pick<OpenBoard, 'live'>, end: ConnectorEnd): string {
  const object = 'id' in end ? board.live.get(end.id) : undefined
  return object ? nameOfObject(object) : useWorkspaceMessages.now().connecting.freePoint
}

export const nameOfObject = (object: BoardObject): string =>
  plainTextOf(object).slice(0, 80) || useWorkspaceMessages.now().kinds[object.kind]

/**
 * Connects each of the selected objects with the next, in the order in which they were selected. With one object, the
 * next click selects the object to connect it to.
 */
export function connectSelected(board: OpenBoard): void {
  const messages = useWorkspaceMessages.now().connecting
  const objects = selectedObjects(board).filter(takesConnectors)
  const [first, ...others] = objects
  if (!first) return
  if (others.length === 0) {
    connectNext(board, first)
    return
  }
  const pairs = others.map((to, index) => [objects[index] as BoardObject, to] as const)
  const missing = pairs.filter(([from, to]) => !isConnected(from.id, to.id, board.live.objects))
  if (missing.length === 0) {
    announce(board, messages.alreadyConnected)
    return
  }
  const ids = applyChanges(
    board,
    missing.map(([from, to]) => connectorBetween({ id: from.id, anchor: 'auto' }, { id: to.id, anchor: 'auto' })),
  )?.ids
  if (!ids) return
  if (ids.length === 1) select(board, ids)
  announce(board, missing.map(([from, to]) => messages.connected(nameOfObject(from), nameOfObject(to))).join(', '))
}

function connectNext(board: OpenBoard, { id }: BoardObject): void {
  select(board, [])
  board.tool.set(kind)
  showConnecting(board, { from: { id, anchor: 'auto' } })
  notify(board, useWorkspaceMessages.now().connecting.chooseTarget)
}

/** Enter with the connector tool: the selected object becomes the first end, and then the second. */
export function connectByKey(board: OpenBoard): boolean {
  const [object, another] = selectedObjects(board)
  if (board.tool.get() !== kind || !object || another || !takesConnectors(object)) return false
  const { from } = board.connecting.get()
  const end: ConnectorEnd = { id: object.id, anchor: 'auto' }
  if (!from) {
    showConnecting(board, { from: end, target: end })
    announce(board, `${nameOfObject(object)}. ${useWorkspaceMessages.now().connecting.chooseTarget}`)
  } else if (!('id' in from && from.id === object.id)) createConnector(board, from, end)
  return true
}

type Connector = BoardObject & ConnectorObject

export const selectedConnectors = (selected: readonly BoardObject[]): Connector[] =>
  selected.filter((object): object is Connector & BoardObject => isConnector(object))

const paths = ['straight', 'elbow', 'curve'] as const

/** Cycles from straight to elbow to curve. Bends that were dragged are dropped. */
export function reroute(board: OpenBoard): void {
  const connectors = selectedConnectors(selectedObjects(board))
  const [first] = connectors
  if (!first) return
  const path = paths[(paths.indexOf(first.path) + 1) % paths.length] as (typeof paths)[number]
  rememberStyle(kind, { path })
  applyChanges(
    board,
    connectors.map(connector => ({ op: 'update', id: connector.id, data: { path, ...straighten(connector) } })),
  )
  announce(board, useWorkspaceMessages.now().connecting.rerouted[path])
}

/** A pinned connector keeps its bends. */
const straighten = (connector: Connector) => (connector.via.length > 0 && !isPinned(connector) ? { via: [] } : {})

/** Reverses the arrow: the ends are swapped, the caps stay at the start and the end. */
export function reverse(board: OpenBoard): void {
  const all = selectedConnectors(selectedObjects(board))
  const connectors = all.filter(connector => !isPinned(connector))
  const messages = useWorkspaceMessages.now().connecting
  if (connectors.length === 0) {
    notify(board, messages.pinned)
    return
  }
  applyChanges(
    board,
    connectors.map(({ id, from, to, via, labelAt }) => ({
      op: 'update',
      id,
      data: { from: to, to: from, ...(via.length > 0 ? { via: via.toReversed() } : {}), labelAt: 1 - labelAt },
    })),
  )
  announce(board, messages.reversed)
}

/** Changes an end, the bends or the label of a connector. */
export function changeConnector(board: OpenBoard, id: string, data: Record<string, unknown>): void {
  const connector = board.live.get(id)
  if (connector) updateObjects(board, [connector], data)
}
