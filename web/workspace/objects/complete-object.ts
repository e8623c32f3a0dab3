// Adds what a new object lacks until the service responds: sizes that depend on its text.

import type { BoardObject } from '@tessera/client'
import { computeTextSize, type TextToSize } from '@tessera/drawing'
import { fieldOf, kindOfObject } from './abilities.ts'

export function completeObject(object: BoardObject): BoardObject {
  const { fields, defaults } = kindOfObject(object)
  const lacks = (name: string) => name in fields && !(name in defaults) && typeof fieldOf(object, name) !== 'number'
  if (!lacks('width') && !lacks('height')) return object
  return { ...object, ...computeTextSize(object as unknown as TextToSize) } as BoardObject
}
