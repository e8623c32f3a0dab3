// What Tessera adds to JSON Canvas files: a member `tessera` of nodes and edges with the kind and its fields, and one of the
// file with the objects for which the format has no node, such as drawn lines. Other programs ignore or keep it.

import { type Kind, type KindName, kindOf } from '@tessera/contract'
import type { ImportedObject } from '../board-content.ts'
import { isObject, type JsonObject, own, ownList, ownText } from '../parse-json.ts'

/** What an object is in the format, and the field that its text or address is in: other programs change it. */
export type NodeType = 'text' | 'link' | 'file' | 'group'
export const nodeMembers = { text: 'text', link: 'url', file: 'file', group: 'label' } as const

/** Null for objects that lie on other objects or between them: the format has no node for them. */
export function nodeTypeOf({ upload, isGround, creatable, fields, searched, references }: Kind): NodeType | null {
  if (upload) return 'file'
  if (isGround) return 'group'
  if (references !== undefined || searched === null || !creatable.includes('x')) return null
  return fields.url?.onCreate === 'required' ? 'link' : 'text'
}

interface RankedObject {
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
export function readExtension(node: JsonObject, box: Box): RankedObject | null {
  const extra = own(node, 'tessera')
  const kind = kindOf(ownText(extra, 'kind'))
  const type = kind && nodeTypeOf(kind)
  if (!type || kind.upload || kind.searched === null) return null
  const given = own(extra, 'data')
  const data: Record<string, unknown> = { ...(isObject(given) ? given : {}), x: box.x, y: box.y }
  // A size that follows from the content or the scale is no field of a create.
  if (kind.creatable.includes('width') && (!isObject(given) || Object.hasOwn(given, 'width'))) data.width = box.width
  if (kind.creatable.includes('height') && (!isObject(given) || Object.hasOwn(given, 'height')))
    data.height = box.height
  data[kind.searched] = ownText(node, nodeMembers[type])
  const group = ownText(extra, 'group')
  const rank = own(extra, 'rank')
  const object = { ref: ownText(node, 'id'), kind: kind.name as KindName, data, ...(group ? { group } : {}) }
  return { object, rank: typeof rank === 'number' ? rank : null }
}

/** The objects for which the format has no node. */
export function readOwnObjects(file: JsonObject): RankedObject[] {
  return ownList(own(file, 'tessera'), 'objects')
    .filter(isObject)
    .flatMap((entry): RankedObject[] => {
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
