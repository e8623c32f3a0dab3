// Small real files of every type we take, written by other programs, for tests. The .doc and .ppt are containers
// with the right streams but without content that could be shown.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

export function readSample(name: string): Promise<Buffer> {
  return readFile(new URL(`./samples/${name}`, import.meta.url))
}

/** A PNG of one colour. */
export const plainPicture = (create: {
  width: number
  height: number
  background: { r: number; g: number; b: number }
}) =>
  sharp({ create: { channels: 3, ...create } })
    .png()
    .toBuffer()
