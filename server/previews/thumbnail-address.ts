// Addresses under which the small picture of a workspace may be fetched without a token for a while: whoever got one in
// an answer had been asked for the right to read. They change with the workspace, so that browsers may keep what they got.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressExpiry } from '../files/signed-address.ts'

/** The whole address for who may read the workspace; empty where nothing ever happened in it. */
export type SignThumbnail = (workspace: { readonly uid: string; readonly seq: number }) => string

export function thumbnailSigner(key: Buffer, publicUrl: string): SignThumbnail {
  const ends = endings(key)
  return ({ uid, seq }) => (seq === 0 ? '' : `${publicUrl}/thumbnails/${uid}?v=${seq}${ends(uid)}`)
}

/** Whether the address is one that was given, and has not expired. */
export function isThumbnailAddress(key: Buffer, uid: string, query: URLSearchParams, nowSeconds = Date.now() / 1_000) {
  const expires = query.get('expires') ?? ''
  const signature = query.get('signature') ?? ''
  if (!/^[1-9]\d{0,11}$/.test(expires) || !/^[\w-]{43}$/.test(signature) || nowSeconds >= Number(expires)) return false
  return timingSafeEqual(sign(key, uid, Number(expires)), Buffer.from(signature, 'base64url'))
}

const mostKept = 10_000

/** What an address ends in, remembered for the hour that it stays the same: lists of workspaces have many. */
function endings(key: Buffer): (uid: string) => string {
  const kept = new Map<string, string>()
  let hour = 0
  return uid => {
    const expires = addressExpiry()
    if (expires !== hour || kept.size >= mostKept) kept.clear()
    hour = expires
    const known = kept.get(uid)
    if (known !== undefined) return known
    const ending = `&expires=${expires}&signature=${sign(key, uid, expires).toString('base64url')}`
    kept.set(uid, ending)
    return ending
  }
}

const sign = (key: Buffer, uid: string, expires: number): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['thumbnail', uid, expires]))
    .digest()
