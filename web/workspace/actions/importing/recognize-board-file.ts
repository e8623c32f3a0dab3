// Tells files that contain objects from images and documents: by their name, and PNG and SVG pictures by their content.
// The server recognizes the exact format.

import { boardExtensions, type FormatRow, formats } from '@tessera/contract/formats'
import { carriesBoard } from './diagram-text.ts'

export async function isBoardFile(file: File): Promise<boolean> {
  const extension = /\.([a-z]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (boardExtensions.has(extension)) return true
  if (extension === 'png' || file.type === formats.png.mediaType)
    return carriesObjects(new Uint8Array(await file.arrayBuffer()))
  if (extension === 'svg' || file.type === formats.svg.mediaType) return carriesBoard(await file.text())
  return false
}

/** Keywords of the text chunks that programs store their objects in. */
const keywords = Object.values<FormatRow>(formats).flatMap(({ embedded }) => embedded?.pngKeywords ?? [])

/** Walks the chunks of a PNG up to its pixels and behind them. */
function carriesObjects(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8 || view.getUint32(0) !== 0x89504e47) return false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = latin(bytes.subarray(at + 4, at + 8))
    if (/^(iTXt|tEXt|zTXt)$/.test(type)) {
      const content = bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + Math.min(length, 80)))
      if (keywords.includes(latin(content).split('\0')[0] ?? '')) return true
    }
    at += 12 + length
  }
  return false
}

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes)
