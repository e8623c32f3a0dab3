// Receives multipart forms: the file is streamed to storage while it arrives, and the other fields are collected.

import type { Operation, Upload } from '@tessera/contract'
import { badField, Problem } from '@tessera/contract'
import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '../../accounts/handler.ts'
import { type FileStorage, FileTooLarge } from '../../platform/files/index.ts'
import { chargeBody } from './apply-allowance.ts'
import { readStrings } from './read-request.ts'

export interface ReceivedForm {
  readonly fields: Record<string, unknown>
  readonly file: UploadedFile | undefined
}

const limits = { files: 1, fields: 50, fieldSize: 100_000, fieldNameSize: 100, headerPairs: 100 }
/** Of all fields but the file, as for a JSON body. */
const maxFieldsLength = 1_048_576

/** The fields of the form and of the query string; the form takes precedence. */
export async function receiveForm(
  request: FastifyRequest,
  operation: Operation,
  put: FileStorage['put'],
): Promise<ReceivedForm> {
  const upload = operation.upload as Upload
  const raw: Record<string, unknown> = { ...(request.query as object) }
  let file: UploadedFile | undefined
  if (!request.isMultipart()) {
    if (!upload.orByUrl) throw new Problem('UnsupportedMediaType', 'The body must be multipart/form-data')
    const fromQuery = readStrings(operation.body as never, raw)
    return { fields: { ...fromQuery, ...((request.body as object | undefined) ?? {}) }, file }
  }
  let length = 0
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: upload.maxBytes + 1 } })) {
      if (part.type === 'field') {
        length += Buffer.byteLength(String(part.value))
        if (length > maxFieldsLength) throw new Problem('PayloadTooLarge', 'The fields of the form are too large')
        raw[part.fieldname] = part.value
      } else if (part.fieldname === upload.field)
        file = { ...(await store(part.file, upload, put)), name: part.filename }
      else throw badField(part.fieldname, `is not expected: the file goes into the field ${upload.field}`)
    }
  } catch (error) {
    throw isMalformed(error) ? new Problem('BadRequest', 'The body is not a complete multipart/form-data form') : error
  }
  chargeBody(request, length)
  return { fields: readStrings(operation.body as never, raw), file }
}

/** The form parser has no error codes for a missing or invalid boundary and for a truncated form. */
const isMalformed = (error: unknown) =>
  error instanceof Error && /Boundary not found|needle cannot|unexpected end of multipart data/i.test(error.message)

async function store(bytes: AsyncIterable<Uint8Array>, upload: Upload, put: FileStorage['put']): Promise<UploadedFile> {
  try {
    const file = await put(bytes, { maxBytes: upload.maxBytes })
    if (file.size === 0) throw badField(upload.field, 'is empty')
    return file
  } catch (error) {
    if (error instanceof FileTooLarge)
      throw new Problem('PayloadTooLarge', `The file is larger than ${upload.maxBytes / 1_000_000} MB`)
    throw error
  }
}
