// Text inside PNG files. Written as a compressed iTXt chunk, which any program that shows the picture skips; read from
// all three kinds of text chunks (PNG specification, 11.3.3).

import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A chunk that carries a text, to be put after the header. */
export function textChunk(keyword: string, text: string): Buffer {
  // Keyword, zero, compressed (1), deflate (0), no language, no translated keyword.
  const start = Buffer.from(`${keyword}\0\x01\0\0\0`, 'latin1')
  return pngChunk('iTXt', Buffer.concat([start, deflateSync(text)]))
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(chunkOverhead + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

export const pngSignature: Uint8Array = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** The first text with the keyword, or null if there is none, or if it is damaged or longer than `maxBytes`. */
export function readPngText(png: Uint8Array, keyword: string, maxBytes: number): string | null {
  if (!isPng(png)) return null
  for (const { type, data } of chunksOf(png)) {
    const read = readers[type]
    const end = data.indexOf(0)
    if (!read || end < 0 || data.toString('latin1', 0, end) !== keyword) continue
    try {
      return read(data.subarray(end + 1), maxBytes)
    } catch {
      return null
    }
  }
  return null
}

/** Length, type and checksum. */
const chunkOverhead = 12
const headerLength = 13

export const isPng = (bytes: Uint8Array): boolean =>
  bytes.length >= pngSignature.length + chunkOverhead + headerLength &&
  pngSignature.every((byte, index) => bytes[index] === byte)

/** Reads up to the first chunk that is cut off. */
function* chunksOf(png: Uint8Array): Generator<{ type: string; data: Buffer }> {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  let at = pngSignature.length
  while (at + chunkOverhead <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    if (at + chunkOverhead + length > bytes.length) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) }
    at += chunkOverhead + length
  }
}

type ReadText = (data: Buffer, maxBytes: number) => string | null

const readers: Readonly<Record<string, ReadText>> = {
  tEXt: (data, maxBytes) => (data.length > maxBytes ? null : data.toString('latin1')),
  zTXt: (data, maxBytes) => inflate(data.subarray(1), maxBytes).toString('latin1'),
  iTXt(data, maxBytes) {
    const isCompressed = data[0] === 1
    const languageEnd = data.indexOf(0, 2)
    const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
    if (translatedEnd < 0) return null
    const text = data.subarray(translatedEnd + 1)
    if (isCompressed) return inflate(text, maxBytes).toString('utf8')
    return text.length > maxBytes ? null : text.toString('utf8')
  },
}

const inflate = (data: Uint8Array, maxBytes: number): Buffer => inflateSync(data, { maxOutputLength: maxBytes })
