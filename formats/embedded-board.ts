// Finds the board that a picture carries along: in the text chunks of a PNG file or inside an SVG file, as Tessera,
// Excalidraw and draw.io write them. Pictures without one are just pictures.

import { inflateSync } from 'node:zlib'
import { type EmbeddedFormat, formats, type ImportFormat } from '@tessera/contract/formats'
import type { ImportLimits } from './board-content.ts'
import { own, ownText } from './parse-json.ts'
import { isPng, readPngText } from './png-text.ts'
import { decodeEntities } from './xml/xml-entities.ts'

export interface EmbeddedBoard {
  readonly format: ImportFormat
  readonly bytes: Uint8Array
}

/** Null if the file is not a picture, carries nothing, or carries damaged data. */
export function findEmbeddedBoard(bytes: Uint8Array, limits: ImportLimits): EmbeddedBoard | null {
  if (isPng(bytes)) return findInPng(bytes, limits)
  return isSvg(bytes) ? findInSvg(new TextDecoder().decode(bytes), limits) : null
}

function isSvg(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 4_096)).trimStart()
  return /^<(\?xml|!--|!DOCTYPE svg|svg)/.test(start) && start.includes('<svg')
}

type ReadText = (text: string, limits: ImportLimits) => EmbeddedBoard | null

const textReaders: Readonly<Record<EmbeddedFormat, ReadText>> = {
  tessera: text => ({ format: 'tessera', bytes: Buffer.from(text, 'base64') }),
  excalidraw: readExcalidrawText,
  drawio: readDrawioText,
}

function findInPng(png: Uint8Array, limits: ImportLimits): EmbeddedBoard | null {
  for (const [format, read] of Object.entries(textReaders) as [EmbeddedFormat, ReadText][])
    for (const keyword of formats[format].embedded.pngKeywords) {
      const text = readPngText(png, keyword, limits.unpackedBytes)
      if (text !== null) return read(text, limits)
    }
  return null
}

/** A drawing, or a compressed one that is written with a character for each byte. */
function readExcalidrawText(text: string, { unpackedBytes }: ImportLimits): EmbeddedBoard | null {
  try {
    const file: unknown = JSON.parse(text)
    if (typeof own(file, 'encoded') !== 'string') return { format: 'excalidraw', bytes: Buffer.from(text) }
    const encoded = Buffer.from(ownText(file, 'encoded'), 'latin1')
    const isCompressed = own(file, 'compressed') === true
    return {
      format: 'excalidraw',
      bytes: isCompressed ? inflateSync(encoded, { maxOutputLength: unpackedBytes }) : encoded,
    }
  } catch {
    return null
  }
}

function readDrawioText(text: string): EmbeddedBoard | null {
  try {
    return { format: 'drawio', bytes: Buffer.from(text.startsWith('%3C') ? decodeURIComponent(text) : text) }
  } catch {
    return null
  }
}

function findInSvg(svg: string, limits: ImportLimits): EmbeddedBoard | null {
  const tessera = /<metadata[^>]*\bid="tessera"[^>]*>([^<]*)</.exec(svg)?.[1]
  if (tessera !== undefined) return { format: 'tessera', bytes: Buffer.from(decodeEntities(tessera), 'base64') }
  const payload = textBetween(svg, '<!-- payload-start -->', '<!-- payload-end -->')
  if (payload !== null) return readExcalidrawText(Buffer.from(payload.trim(), 'base64').toString('latin1'), limits)
  const content = /<svg[^>]*\scontent="([^"]*)"/.exec(svg)?.[1]
  return content?.startsWith('&lt;mxfile') ? readDrawioText(decodeEntities(content)) : null
}

function textBetween(text: string, start: string, end: string): string | null {
  const from = text.indexOf(start)
  const to = from < 0 ? -1 : text.indexOf(end, from)
  return to < 0 ? null : text.slice(from + start.length, to)
}
