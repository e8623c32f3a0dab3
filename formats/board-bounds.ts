// The boxes of imported objects, before the service has computed the fields that depend on their content.

import { type Kind, kinds } from '@tessera/contract'
import { boxAround } from '@tessera/drawing/box-around'
import { bounds } from '@tessera/drawing/renderers'
import { computeTextSize, type TextToSize } from '@tessera/drawing/text-size'
import type { ImportedObject, PlacedBox } from './board-content.ts'

/** The box around the object; its width is negative if it has no place, such as a connector between two objects. */
export function boundsOf({ kind, data }: ImportedObject): PlacedBox {
  const { defaults, references } = kinds[kind] as Kind
  const given = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined && value !== null))
  if (references && Object.values(references).some(one => one.holds === 'anchor')) return boxOfPoints(freePoints(data))
  if (Array.isArray(data.points)) return boxOfPoints(pairs(data.points))
  const record = { kind, ...unknownSize, ...defaults, type: 'pdf', ...given }
  const sized = computed[kind]?.(given, record) ?? record
  const box = bounds(sized as never)
  return [box.x, box.y, box.width, box.height].every(Number.isFinite) ? box : { x: 0, y: 0, width: 1, height: 1 }
}

/** The size of images whose file has not been read yet. */
const unknownSize = { width: 400, height: 300 }

/** A text without a given size is as large as its content. */
const computed: { readonly [kind: string]: (given: object, record: object) => object } = {
  text: (given, record) => {
    const { width, height } = given as { width?: number; height?: number }
    return {
      ...record,
      ...computeTextSize({ ...record, width: width ?? null, height: height ?? null } as unknown as TextToSize),
    }
  },
}

function boxOfPoints(points: readonly (readonly [number, number])[]): PlacedBox {
  const box = boxAround(points.map(([x, y]) => ({ x, y, width: 0, height: 0 })))
  return box ?? { x: 0, y: 0, width: -1, height: -1 }
}

function freePoints(data: ImportedObject['data']): [number, number][] {
  const ends = [data.from, data.to].flatMap((end): [unknown, unknown][] => {
    const { x, y } = (end ?? {}) as { x?: unknown; y?: unknown }
    return [[x, y]]
  })
  return [...ends, ...(Array.isArray(data.via) ? data.via : [])].filter(isPoint)
}

function pairs(points: readonly unknown[]): [number, number][] {
  const found: unknown[] = []
  for (let index = 0; index + 1 < points.length; index += 2) found.push([points[index], points[index + 1]])
  return found.filter(isPoint)
}

const isPoint = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(one => Number.isFinite(one))
