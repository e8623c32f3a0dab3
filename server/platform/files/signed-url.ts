// URLs under which a file can be fetched without a token until they expire. The server checks permissions before it
// signs one. The signature covers the whole URL, the content type included, so a visitor cannot change any part of it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isHash } from './file-storage.ts'

export interface SignedFile {
  hash: string
  mime: string
  /** The name under which a browser saves the file. */
  name?: string
}

/**
 * Returns the full URL of a file for a caller who may have it; `isPicture` marks a preview, which every reader may
 * have.
 */
export type SignFile = (file: SignedFile & { readonly isPicture?: true }) => string

export const fileSigner =
  (publicUrl: string, key: Key): SignFile =>
  file =>
    publicUrl + signFileUrl(key, file)

type Key = Uint8Array | string

const hourSeconds = 3600
const parameters = ['type', 'name', 'expires', 'signature']

/** Valid for one to two hours, and constant within an hour, so that URLs repeat and browsers can cache. */
export function fileUrlExpiry(nowSeconds = Date.now() / 1000): number {
  return (Math.ceil(nowSeconds / hourSeconds) + 1) * hourSeconds
}

/** Returns path and query, without the origin. */
export function signFileUrl(key: Key, file: SignedFile, expiresAtSeconds = fileUrlExpiry()): string {
  const name = file.name === undefined ? '' : `&name=${encodeURIComponent(file.name.toWellFormed())}`
  const type = encodeURIComponent(file.mime).replaceAll('%2F', '/')
  const signature = sign(key, { ...file, name: file.name?.toWellFormed() }, expiresAtSeconds).toString('base64url')
  return `/files/${file.hash}?type=${type}${name}&expires=${expiresAtSeconds}&signature=${signature}`
}

/**
 * Returns the signed file, or null if the URL has expired or its signature is wrong. Accepts a full URL or its path.
 */
export function verifyFileUrl(
  key: Key,
  url: string,
  nowSeconds = Date.now() / 1000,
): (SignedFile & { expires: number }) | null {
  const parsed = URL.parse(url, 'http://localhost')
  const hash = parsed?.pathname.replace(/^\/files\//, '') ?? ''
  if (!parsed || !isHash(hash) || !parsed.pathname.startsWith('/files/')) return null
  const query = parsed.searchParams
  const names = [...query.keys()]
  if (new Set(names).size !== names.length || !names.every(name => parameters.includes(name))) return null

  const file = { hash, mime: query.get('type') ?? '', name: query.get('name') ?? undefined }
  const expires = query.get('expires') ?? ''
  const signature = query.get('signature') ?? ''
  if (!/^[1-9]\d{0,11}$/.test(expires) || !/^[\w-]{43}$/.test(signature)) return null
  const isValid = timingSafeEqual(sign(key, file, Number(expires)), Buffer.from(signature, 'base64url'))
  return isValid && nowSeconds < Number(expires) ? { ...file, expires: Number(expires) } : null
}

function sign(key: Key, { hash, mime, name }: SignedFile, expires: number): Buffer {
  // JSON is unambiguous, and the first element separates this from other uses of the key.
  const text = JSON.stringify(['file-address', hash, mime, name ?? null, expires])
  return createHmac('sha256', key).update(text).digest()
}
