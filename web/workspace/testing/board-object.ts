// An object of any kind for tests, with the defaults of its kind.

import type { BoardObject } from '@tessera/client'
import { type KindName, kinds, type ObjectRecord } from '@tessera/contract'

let made = 0

export function boardObject<K extends KindName>(
  kind: K,
  fields: Partial<ObjectRecord<K>> = {},
): Extract<BoardObject, { kind: K }> {
  const time = '2026-01-01T00:00:00.000Z'
  const id = (made++).toString(16).padStart(24, '0')
  const more = {
    ...kinds[kind].samples.create,
    text: '',
    name: 'area',
    url: 'https://example.com',
    title: 'paper',
    ...sizes,
    ...lacking[kind],
  }
  const { brushSize: _, ...defaults } = kinds[kind].defaults as Record<string, unknown>
  const known = Object.keys(kinds[kind].fields)
  const record = Object.fromEntries(Object.entries({ ...more, ...defaults }).filter(([name]) => known.includes(name)))
  const arrangement = { order: `bl${id}`, group: null }
  return { kind, id, ...record, ...arrangement, version: 1, created_at: time, updated_at: time, ...fields } as never
}

const sizes = { width: 400, height: 300 }
const lacking: Partial<Record<KindName, object>> = {
  document: { type: 'pdf', state: 'ready', pages: 3 },
  connector: {
    from: { x: 0, y: 0 },
    to: { x: 100, y: 100 },
    points: [
      [0, 0],
      [100, 100],
    ],
    box: { x: 0, y: 0, width: 100, height: 100 },
  },
  stroke: { points: [0, 0, 10, 10], size: 10, targetId: null, targetType: null },
}
