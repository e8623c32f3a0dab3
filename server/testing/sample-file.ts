// Small real files of every supported type, written by other programs. The .doc and .ppt are containers with the right
// streams but without content.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

export function readSample(name: string): Promise<Buffer> {
  return readFile(new URL(`./samples/${name}`, import.meta.url))
}

/** A PNG of one color. */
export const plainPicture = (create: {
  width: number
  height: number
  background: { r: number; g: number; b: number }
}) =>
  sharp({ create: { channels: 3, ...create } })
    .png()
    .toBuffer()
