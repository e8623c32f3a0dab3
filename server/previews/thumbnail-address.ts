// Addresses under which the small picture of a workspace may be fetched without a token for a while: whoever got one in
// an answer had been asked for the right to read. They change with the workspace, so that browsers may keep what they got.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressExpiry } from '../files/signed-address.ts'

/** The whole address for who may read the workspace; empty where nothing ever happened in it. */
export type SignThumbnail = (workspace: { readonly uid: string; readonly seq: number }) => string

export const thumbnailSigner =
  (key: Buffer, publicUrl: string): SignThumbnail =>
  ({ uid, seq }) => {
    if (seq === 0) return ''
    const expires = addressExpiry()
    return `${publicUrl}/thumbnails/${uid}?v=${seq}&expires=${expires}&signature=${sign(key, uid, expires).toString('base64url')}`
  }

/** Whether the address is one that was given, and has not expired. */
export function isThumbnailAddress(key: Buffer, uid: string, query: URLSearchParams, nowSeconds = Date.now() / 1_000) {
  const expires = query.get('expires') ?? ''
  const signature = query.get('signature') ?? ''
  if (!/^[1-9]\d{0,11}$/.test(expires) || !/^[\w-]{43}$/.test(signature) || nowSeconds >= Number(expires)) return false
  return timingSafeEqual(sign(key, uid, Number(expires)), Buffer.from(signature, 'base64url'))
}

const sign = (key: Buffer, uid: string, expires: number): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['thumbnail', uid, expires]))
    .digest()
