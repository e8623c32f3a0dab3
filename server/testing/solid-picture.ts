// A picture of one color, and the color of such a picture.

import sharp from 'sharp'

export const solidPicture = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

/** The color of the first pixel, as `#rrggbb`. */
export async function colorOf(picture: Buffer): Promise<string> {
  const pixels = await sharp(picture).removeAlpha().raw().toBuffer()
  return `#${pixels.toString('hex', 0, 3)}`
}
