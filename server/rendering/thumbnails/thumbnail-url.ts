// Signed URLs under which the thumbnail of a workspace can be fetched without a token until they expire. The server checks
// the permission to read before it signs one. They change with the workspace, so that browsers can cache the thumbnail.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { fileUrlExpiry } from '../../platform/files/index.ts'

/** Returns the full URL for a caller who may read the workspace; empty if the workspace has no events. */
export type SignThumbnail = (workspace: { readonly uid: string; readonly seq: number }) => string

export function thumbnailSigner(key: Buffer, publicUrl: string): SignThumbnail {
  const ends = endings(key)
  return ({ uid, seq }) => (seq === 0 ? '' : `${publicUrl}/thumbnails/${uid}?v=${seq}${ends(uid)}`)
}

/** Whether the signature is valid and has not expired. */
export function isThumbnailUrl(key: Buffer, uid: string, query: URLSearchParams, nowSeconds = Date.now() / 1_000) {
  const expires = query.get('expires') ?? ''
  const signature = query.get('signature') ?? ''
  if (!/^[1-9]\d{0,11}$/.test(expires) || !/^[\w-]{43}$/.test(signature) || nowSeconds >= Number(expires)) return false
  return timingSafeEqual(sign(key, uid, Number(expires)), Buffer.from(signature, 'base64url'))
}

const maxCached = 10_000

/** The signed end of each URL, cached while it stays the same: a list of workspaces has many. */
function endings(key: Buffer): (uid: string) => string {
  const cache = new Map<string, string>()
  let hour = 0
  return uid => {
    const expires = fileUrlExpiry()
    if (expires !== hour || cache.size >= maxCached) cache.clear()
    hour = expires
    const known = cache.get(uid)
    if (known !== undefined) return known
    const ending = `&expires=${expires}&signature=${sign(key, uid, expires).toString('base64url')}`
    cache.set(uid, ending)
    return ending
  }
}

const sign = (key: Buffer, uid: string, expires: number): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['thumbnail', uid, expires]))
    .digest()
