// Fetches a picture and decodes it off the main thread, no larger than it will be shown.

import type { DecodedPicture } from './picture-cache.ts'

export async function loadPicture(url: string, pixels: number): Promise<DecodedPicture | null> {
  const reply = await fetch(url)
  if (!reply.ok) return null
  const whole = await createImageBitmap(await reply.blob())
  if (whole.width <= pixels * 1.25) return whole
  const small = await createImageBitmap(whole, { resizeWidth: Math.round(pixels), resizeQuality: 'high' })
  whole.close()
  return small
}
