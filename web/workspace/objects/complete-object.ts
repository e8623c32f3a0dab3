// Adds what a new object lacks until the service responds: sizes that depend on its text, and fields that follow other
// objects, such as the path of a connector.

import type { BoardObject } from '@tessera/client'
import { computeTextSize, type TextToSize } from '@tessera/drawing'
import { connectorGeometry, isConnector } from '@tessera/drawing/connector-geometry'
import { fieldOf, kindOfObject } from './abilities.ts'

export function completeObject(object: BoardObject): BoardObject {
  const { fields, defaults } = kindOfObject(object)
  const lacks = (name: string) => name in fields && !(name in defaults) && typeof fieldOf(object, name) !== 'number'
  if (!lacks('width') && !lacks('height')) return object
  return { ...object, ...computeTextSize(object as unknown as TextToSize) } as BoardObject
}

/** The path of a connector between its objects as they are now. */
export function followTargets(object: BoardObject, find: (id: string) => BoardObject | undefined): BoardObject {
  if (!isConnector(object)) return object
  return { ...object, ...connectorGeometry(object, id => find(id) ?? null) } as unknown as BoardObject
}
