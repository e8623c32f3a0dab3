// Matching sizes: objects become as wide or as high as the largest of them, or as a pinned one. Kinds with a scale keep
// their proportions.

import type { BoardObject, Change } from '@tessera/client'
import { isAttached, isPinned, resizeModeOf } from '../abilities.ts'
import { changedFields, clampField } from '../resize.ts'
import { unrotatedBox } from '../transform.ts'

export type MatchedSide = 'width' | 'height' | 'size'

export const canMatchSize = (selected: readonly BoardObject[]) => {
  const sized = selected.filter(isSized)
  return sized.length > 1 && sized.some(object => !isPinned(object))
}

export function changesToMatchSize(selected: readonly BoardObject[], side: MatchedSide): Change[] {
  const sized = selected.filter(isSized)
  const pinned = sized.filter(isPinned)
  const boxes = (pinned.length > 0 ? pinned : sized).map(unrotatedBox)
  const target = {
    width: Math.max(...boxes.map(({ width }) => width)),
    height: Math.max(...boxes.map(({ height }) => height)),
  }
  return sized
    .filter(object => !isPinned(object))
    .flatMap((object): Change[] => {
      const data = changedFields(object, matchSide(object, side, target))
      return Object.keys(data).length > 0 ? [{ op: 'update', id: object.id, data }] : []
    })
}

const isSized = (object: BoardObject) =>
  !isAttached(object) && resizeModeOf({ ...object, pin: false } as never) !== null

function matchSide(object: BoardObject, side: MatchedSide, target: { width: number; height: number }) {
  const box = unrotatedBox(object)
  const wants = { width: side !== 'height', height: side !== 'width' }
  if (resizeModeOf(object) === 'sides')
    return {
      ...(wants.width ? { width: Math.round(clampField(object, 'width', target.width)) } : {}),
      ...(wants.height ? { height: Math.round(clampField(object, 'height', target.height)) } : {}),
    }
  const factors = [
    ...(wants.width ? [target.width / box.width] : []),
    ...(wants.height ? [target.height / box.height] : []),
  ]
  const before = (object as unknown as { scale: number }).scale
  const scale = clampField(object, 'scale', before * Math.min(...factors))
  return { scale: Math.round(scale * 1_000) / 1_000 }
}
