// Encodes one column of many rows as an array in PostgreSQL's binary format: no escaping on this side and no parsing on
// the other, in about half the time of JSON or array literals.

import { type CellType, cellOf } from './cell.ts'

export const elementTypes: Readonly<Record<CellType, string>> = { text: 'text', integer: 'int8', real: 'float8' }

export function postgresArray(list: readonly object[], name: string, type: CellType): Buffer {
  const cells = list.map(row => cellOf(row, name, type))
  if (type === 'text') return textArray(cells as (string | null)[])
  return type === 'integer'
    ? numberArray(cells as (number | null)[], int8, writeInt8)
    : numberArray(cells as (number | null)[], float8, writeFloat8)
}

// The numbers by which PostgreSQL identifies its types.
const text = 25
const int8 = 20
const float8 = 701

const headerLength = 20

// A string takes at most three bytes per character. Measuring first is slower, and allocating that much each time would
// burden the garbage collector: the array is written to a reused buffer and copied.
function textArray(cells: readonly (string | null)[]): Buffer {
  const room = cells.reduce((sum, cell) => sum + (cell === null ? 4 : 4 + cell.length * 3), headerLength)
  const bytes = startArray(text, cells.length, spare(room))
  let offset = headerLength
  for (const cell of cells) {
    const length = cell === null ? -1 : bytes.write(cell, offset + 4)
    bytes.writeInt32BE(length, offset)
    offset += 4 + Math.max(length, 0)
  }
  return Buffer.from(bytes.subarray(0, endOf(cells, offset)))
}

const maxReused = 1_048_576
let reused = Buffer.allocUnsafeSlow(65_536)

function spare(length: number): Buffer {
  if (length > maxReused) return Buffer.allocUnsafe(length)
  if (length > reused.length) reused = Buffer.allocUnsafeSlow(Math.min(length * 2, maxReused))
  return reused
}

type WriteNumber = (bytes: Buffer, value: number, offset: number) => void

function numberArray(cells: readonly (number | null)[], elementType: number, write: WriteNumber): Buffer {
  const bytes = startArray(elementType, cells.length, Buffer.allocUnsafe(headerLength + cells.length * 12))
  let offset = headerLength
  for (const cell of cells) {
    bytes.writeInt32BE(cell === null ? -1 : 8, offset)
    if (cell !== null) write(bytes, cell, offset + 4)
    offset += cell === null ? 4 : 12
  }
  return bytes.subarray(0, endOf(cells, offset))
}

const writeFloat8: WriteNumber = (bytes, value, offset) => bytes.writeDoubleBE(value, offset)

const writeInt8: WriteNumber = (bytes, value, offset) => {
  bytes.writeInt32BE(Math.floor(value / 2 ** 32), offset)
  bytes.writeUInt32BE(value >>> 0, offset + 4)
}

// One dimension, nulls possible, the type of the elements, how many, and that the first is number 1
function startArray(elementType: number, count: number, bytes: Buffer): Buffer {
  bytes.writeInt32BE(count === 0 ? 0 : 1, 0)
  bytes.writeInt32BE(1, 4)
  bytes.writeInt32BE(elementType, 8)
  bytes.writeInt32BE(count, 12)
  bytes.writeInt32BE(1, 16)
  return bytes
}

// An empty array has no dimension, and its header ends before it.
const endOf = (cells: readonly unknown[], offset: number) => (cells.length === 0 ? 12 : offset)
