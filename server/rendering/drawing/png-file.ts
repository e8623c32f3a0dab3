// Runs in a child process: writes a PNG file row by row, so that only a part of a large picture is in memory. Boards
// have large areas of one color: without a filter, they compress both better and several times faster. Rows of
// photographs get a filter.

import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createDeflate } from 'node:zlib'
import { pngChunk, pngSignature } from '@tessera/formats/png-text'

export interface PngFile {
  readonly path: string
  readonly width: number
  readonly height: number
  /** Chunks before the pixels. */
  readonly chunks: readonly Uint8Array[]
}

const level = 5
const outputBytes = 256 * 1024

/** `bands` are whole rows from top to bottom, four bytes per pixel. */
export async function writePngFile({ path, width, height, chunks }: PngFile, bands: AsyncIterable<Uint8Array>) {
  const rowBytes = 4 * width
  await pipeline(
    bands,
    async function* (source: AsyncIterable<Uint8Array>) {
      for await (const band of source) yield filterRows(band, rowBytes)
    },
    createDeflate({ level, memLevel: 9, chunkSize: outputBytes }),
    async function* (source: AsyncIterable<Uint8Array>) {
      yield pngSignature
      yield pngChunk('IHDR', headerOf(width, height))
      yield* chunks
      for await (const data of source) yield pngChunk('IDAT', data)
      yield pngChunk('IEND', new Uint8Array())
    },
    createWriteStream(path),
  )
}

function headerOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // The format: eight bits, red, green, blue and alpha; deflate, the standard filters, not interlaced.
  header.set([8, 6, 0, 0, 0], 8)
  return header
}

const noFilter = 0
const paethFilter = 4

/** Each row is preceded by the number of its filter. */
function filterRows(band: Uint8Array, rowBytes: number): Buffer {
  const rows = band.length / rowBytes
  const filtered = Buffer.allocUnsafe(band.length + rows)
  for (let row = 0; row < rows; row++) {
    const [from, to] = [row * rowBytes, row * (rowBytes + 1)]
    // The row above the first one of a band is not here, so that row has no filter.
    if (row === 0 || isFlat(band, from, rowBytes)) {
      filtered[to] = noFilter
      filtered.set(band.subarray(from, from + rowBytes), to + 1)
    } else {
      filtered[to] = paethFilter
      filterPaeth(band, from, rowBytes, filtered, to + 1)
    }
  }
  return filtered
}

/** Whether most pixels equal the one to their left. */
function isFlat(band: Uint8Array, from: number, rowBytes: number): boolean {
  const pixels = new Uint32Array(band.buffer, band.byteOffset + from, rowBytes / 4)
  let equal = 0
  for (let index = 1; index < pixels.length; index++) if (pixels[index] === pixels[index - 1]) equal++
  return equal * 2 >= pixels.length
}

/** The Paeth predictor of the PNG specification, 9.4. */
function filterPaeth(band: Uint8Array, from: number, rowBytes: number, filtered: Uint8Array, to: number) {
  for (let index = 0; index < rowBytes; index++) {
    const at = from + index
    const left = index < 4 ? 0 : (band[at - 4] as number)
    const above = band[at - rowBytes] as number
    const corner = index < 4 ? 0 : (band[at - rowBytes - 4] as number)
    const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)]
    const toCorner = Math.abs(left + above - 2 * corner)
    const nearest = toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner
    filtered[to + index] = (band[at] as number) - nearest
  }
}
