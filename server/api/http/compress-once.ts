// Compresses an immutable text when it is first requested, once per encoding.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

export type CompressedOnce = Readonly<Record<Encoding, () => Promise<Buffer>>>

export const compressOnce = (body: Buffer): CompressedOnce => ({
  // Quality 11, the default, takes a second for a megabyte.
  br: once(() => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })),
  gzip: once(() => gzipped(body)),
})

const brotli = promisify(brotliCompress)
const gzipped = promisify<Buffer, Buffer>(gzip)

function once(compress: () => Promise<Buffer>): () => Promise<Buffer> {
  let done: Promise<Buffer> | undefined
  return () => {
    done ??= compress()
    return done
  }
}

/** Returns the best available encoding that the client accepts. */
export const acceptedEncoding = (
  known: { readonly [E in Encoding]?: unknown },
  accepted: string | string[] | undefined,
): Encoding | undefined =>
  encodings.find(name => known[name] && new RegExp(`\\b${name}\\b`).test(String(accepted ?? '')))
