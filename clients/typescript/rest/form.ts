// Encodes a form with a file as multipart/form-data. FormData is not used, because it takes a new boundary for every
// request, and a retried request must have the same bytes. The file is not copied: the body is a Blob that refers to it.

import type { Upload } from '@tessera/contract/kind'
import { randomKey } from './random-key.ts'

/** A file to send: a File or Blob, its bytes, or either with a file name and content type. */
export type FileInput =
  | Blob
  | Uint8Array
  | { readonly data: Blob | Uint8Array; readonly name?: string; readonly type?: string }

export interface Form {
  readonly contentType: string
  readonly body: Blob
}

/** The file comes last, so that the service can refuse an invalid field before it reads the file. */
export function encodeForm({ field }: Upload, input: Readonly<Record<string, unknown>>): Form {
  const { [field]: file, ...fields } = input
  const boundary = `tessera-${randomKey()}`
  const parts = Object.entries({ ...fields, [field]: file }).flatMap(([name, value]): BlobPart[] => {
    if (value === undefined || value === null) return []
    const start = `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"`
    if (name !== field) return [`${start}\r\n\r\n${String(value)}\r\n`]
    const { data, filename, type } = readFile(field, value)
    return [`${start}; filename="${quote(filename)}"\r\nContent-Type: ${type}\r\n\r\n`, data, '\r\n']
  })
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: new Blob([...parts, `--${boundary}--\r\n`]),
  }
}

const quote = (name: string) => name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A')

function readFile(field: string, value: unknown): { data: Blob; filename: string; type: string } {
  const { data, name, type } = isData(value)
    ? { data: value }
    : (value as { data: unknown; name?: string; type?: string })
  if (!isData(data)) throw new TypeError(`${field} must be a Blob, a File, a Uint8Array, or { data, name, type }`)
  const given = data instanceof Blob ? data : new Blob([data as Uint8Array<ArrayBuffer>])
  // Blob drops a type that contains characters which would break the header.
  const typed = type === undefined ? given : new Blob([given], { type })
  return {
    data: typed,
    filename: name ?? (data instanceof Blob && 'name' in data ? String(data.name) : field),
    type: typed.type || 'application/octet-stream',
  }
}

const isData = (value: unknown): value is Blob | Uint8Array => value instanceof Blob || value instanceof Uint8Array
