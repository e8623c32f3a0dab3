// What Tessera adds to JSON Canvas files: a member `tessera` of nodes and edges with the kind and its fields, and one of the
// file with the objects for which the format has no node, such as drawn lines. Other programs ignore or keep it.

import { type KindName, kindOf } from '@tessera/contract'
import type { ImportedObject } from '../board-content.ts'
import { isObject, type JsonObject, own, ownList, ownText } from '../parse-json.ts'

/** Fields of a node that other programs change, by kind: the member of the node, and the field it becomes. */
export const sharedFields: { readonly [K in KindName]?: Readonly<Record<string, string>> } = {
  note: { text: 'text' },
  text: { text: 'text' },
  shape: { text: 'text' },
  browser: { url: 'url' },
  canvas: { label: 'name' },
  image: {},
  document: {},
}

interface Ranked {
  readonly object: ImportedObject
  readonly rank: number | null
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The object that Tessera wrote as this node; null if another program made the node. */
export function readExtension(node: JsonObject, box: Box): Ranked | null {
  const extra = own(node, 'tessera')
  const kind = kindOf(ownText(extra, 'kind'))
  const shared = kind && sharedFields[kind.name as KindName]
  if (!kind || !shared || kind.upload) return null
  const given = own(extra, 'data')
  const data: Record<string, unknown> = { ...(isObject(given) ? given : {}), x: box.x, y: box.y }
  // A size that follows from the content or the scale is no field of a create.
  if (kind.creatable.includes('width') && (!isObject(given) || Object.hasOwn(given, 'width'))) data.width = box.width
  if (kind.creatable.includes('height') && (!isObject(given) || Object.hasOwn(given, 'height')))
    data.height = box.height
  for (const [member, field] of Object.entries(shared)) data[field] = ownText(node, member)
  const group = ownText(extra, 'group')
  const rank = own(extra, 'rank')
  const object = { ref: ownText(node, 'id'), kind: kind.name as KindName, data, ...(group ? { group } : {}) }
  return { object, rank: typeof rank === 'number' ? rank : null }
}

/** The objects for which the format has no node. */
export function readOwnObjects(file: JsonObject): Ranked[] {
  return ownList(own(file, 'tessera'), 'objects')
    .filter(isObject)
    .flatMap((entry): Ranked[] => {
      const kind = kindOf(ownText(entry, 'kind'))
      const data = own(entry, 'data')
      if (!kind || kind.upload || !isObject(data)) return []
      const [group, parent, rank] = [ownText(entry, 'group'), ownText(entry, 'parent'), own(entry, 'rank')]
      const object: ImportedObject = {
        ref: ownText(entry, 'id'),
        kind: kind.name as KindName,
        data,
        ...(group ? { group } : {}),
        ...(parent ? { parent } : {}),
      }
      return [{ object, rank: typeof rank === 'number' ? rank : null }]
    })
}
