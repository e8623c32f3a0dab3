// The fields of a record that a create takes, as formats of Tessera store them: read back, they give the same record.

import { type Kind, kinds } from '@tessera/contract'
import { computeTextSize, type TextToSize } from '@tessera/drawing/text-size'
import type { ContentObject } from './board-content.ts'

/** Ids of other objects are written as `{ id: { ref } }`. The object that a stroke is drawn on is left out. */
export function contentData(object: ContentObject): Record<string, unknown> {
  const { fields, creatable, references = {} } = kinds[object.kind] as Kind
  const followed = followedSizes[object.kind]?.(object) ?? []
  const data: Record<string, unknown> = {}
  for (const name of creatable) {
    const value = object[fields[name]?.storedAs ?? name]
    if (value === undefined || value === null || followed.includes(name)) continue
    const { holds, onDelete } = references[name] ?? {}
    if (onDelete === 'delete') continue
    data[name] = holds === 'anchor' ? withRef(value) : value
  }
  return data
}

function withRef(end: unknown): unknown {
  const { id, ...rest } = end as { id?: string }
  return id === undefined ? end : { id: { ref: id }, ...rest }
}

/** The id of the object that this one is drawn on; undefined if it lies on the board. */
export function ownerOf(object: ContentObject): string | undefined {
  const owner = Object.entries((kinds[object.kind] as Kind).references ?? {}).find(
    ([, one]) => one.onDelete === 'delete',
  )
  const id = owner && object[owner[0]]
  return typeof id === 'string' ? id : undefined
}

/** The sizes that follow from the content. They are left out, so that they are computed again after an import. */
const followedSizes: { readonly [kind: string]: (object: ContentObject) => string[] } = {
  text: object => {
    const text = object as unknown as TextToSize
    const free = computeTextSize({ ...text, width: null, height: null })
    if (free.width === object.width && free.height === object.height) return ['width', 'height']
    return computeTextSize({ ...text, height: null }).height === object.height ? ['height'] : []
  },
}
