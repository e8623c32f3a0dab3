// The objects that connectors lead to, by direction.

import type { BoardObject } from '@tessera/client'
import { bounds, type ConnectorObject, centerOf, type Point } from '@tessera/drawing'
import type { Side } from '@tessera/drawing/connector-end'
import { isConnector } from '@tessera/drawing/connector-geometry'
import type { BoardObjects } from '../free-corner.ts'
import { distance, sides, sideToward } from './connector-anchors.ts'

export interface Neighbor {
  readonly object: BoardObject
  readonly connector: BoardObject & ConnectorObject
  /** The direction from the object in which it lies. */
  readonly side: Side
  readonly away: number
}

/** Nearest first. */
export function neighborsOf(object: BoardObject, objects: BoardObjects): Neighbor[] {
  const found: Neighbor[] = []
  for (const connector of objects.values()) {
    if (!isConnector(connector)) continue
    for (const [own, other] of [
      [connector.from, connector.to],
      [connector.to, connector.from],
    ] as const) {
      if (!('id' in own) || !('id' in other) || own.id !== object.id || other.id === object.id) continue
      const neighbor = objects.get(other.id)
      if (!neighbor) continue
      const [here, there] = [middleOf(object), middleOf(neighbor)]
      const side = isSide(own.anchor) ? own.anchor : sideToward(here, there)
      found.push({ object: neighbor, connector: connector as never, side, away: distance(here, there) })
    }
  }
  return found.sort((one, other) => one.away - other.away)
}

const isSide = (anchor: unknown): anchor is Side => (sides as readonly unknown[]).includes(anchor)

const middleOf = (object: BoardObject): Point => centerOf(bounds(object))

export const isConnected = (from: string, to: string, objects: BoardObjects): boolean => {
  for (const object of objects.values())
    if (isConnector(object) && idOf(object.from) === from && idOf(object.to) === to) return true
  return false
}

const idOf = (end: ConnectorObject['from']) => ('id' in end ? end.id : null)
