// Addresses under which a file may be fetched without a token for a while: whoever made one had asked for the rights.
// Everything in an address is covered by its signature, the content type too, so nothing of it is the visitor's choice.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isHash } from './file-storage.ts'

export interface FileAddress {
  hash: string
  mime: string
  /** The name under which a browser saves the file. */
  name?: string
}

/** The whole address of a file, for who may have it now; a picture made for the board is for every reader of it. */
export type SignFile = (file: FileAddress & { readonly isPicture?: true }) => string

export const fileSigner =
  (publicUrl: string, key: Key): SignFile =>
  file =>
    publicUrl + signAddress(key, file)

type Key = Uint8Array | string

const hourSeconds = 3600
const parameters = ['type', 'name', 'expires', 'signature']

/** Good for one to two hours, and the same all through an hour, so that addresses repeat and browsers can cache. */
export function addressExpiry(nowSeconds = Date.now() / 1000): number {
  return (Math.ceil(nowSeconds / hourSeconds) + 1) * hourSeconds
}

/** Path and query, to be put behind the origin. */
export function signAddress(key: Key, file: FileAddress, expiresAtSeconds = addressExpiry()): string {
  const name = file.name === undefined ? '' : `&name=${encodeURIComponent(file.name.toWellFormed())}`
  const type = encodeURIComponent(file.mime).replaceAll('%2F', '/')
  const signature = sign(key, { ...file, name: file.name?.toWellFormed() }, expiresAtSeconds).toString('base64url')
  return `/files/${file.hash}?type=${type}${name}&expires=${expiresAtSeconds}&signature=${signature}`
}

/** What the address names, null where it has expired or is not one that we signed. Takes a whole url or its path. */
export function checkAddress(
  key: Key,
  url: string,
  nowSeconds = Date.now() / 1000,
): (FileAddress & { expires: number }) | null {
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
  const isRight = timingSafeEqual(sign(key, file, Number(expires)), Buffer.from(signature, 'base64url'))
  return isRight && nowSeconds < Number(expires) ? { ...file, expires: Number(expires) } : null
}

function sign(key: Key, { hash, mime, name }: FileAddress, expires: number): Buffer {
  // As JSON no two different addresses read the same; the first word keeps this apart from other uses of the key.
  const text = JSON.stringify(['file-address', hash, mime, name ?? null, expires])
  return createHmac('sha256', key).update(text).digest()
}
