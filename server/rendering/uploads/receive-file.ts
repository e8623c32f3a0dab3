// Receives the file of an upload: detects its type from its bytes, or fetches it if a URL was given.

import { badField, type Kind, kinds, Problem, type Upload } from '@tessera/contract'
import type { UploadedFile } from '../../accounts/handler.ts'
import type { ReceiveFile } from '../../board/index.ts'
import {
  detectStoredDocument,
  detectStoredImage,
  type FileStorage,
  FileTooLarge,
  UnrecognizedFile,
} from '../../platform/files/index.ts'
import type { FetchImage } from './fetch-image.ts'

export type FileFields = Awaited<ReturnType<ReceiveFile>>

export interface ReceiveDependencies {
  readonly files: FileStorage
  /** Fetches an image with the guards for outbound requests. Throws a BadRequest that names `url`. */
  readonly fetchImage: FetchImage
}

export function fileReceiver(dependencies: ReceiveDependencies): ReceiveFile {
  return async (name, data, uploaded, uploader) => {
    const upload = (kinds[name] as Kind).upload as Upload
    const url = upload.orByUrl ? (data.url as string | undefined) : undefined
    if (uploaded && url !== undefined) throw badField('url', `cannot be given together with the file ${upload.field}`)
    const file = uploaded ?? (url === undefined ? null : await download(dependencies, { url, ...uploader }, upload))
    if (!file) throw badField(upload.field, 'is required')
    try {
      const fileName = (data.name as string | undefined) ?? nameOfFile(file.name ?? nameInUrl(url), upload)
      return await (name === 'image' ? asImage : asDocument)(dependencies.files, file, fileName)
    } catch (error) {
      if (error instanceof UnrecognizedFile) throw badField(url === undefined ? upload.field : 'url', error.message)
      throw error
    }
  }
}

async function download(
  { files, fetchImage }: ReceiveDependencies,
  { storeFile = files.put, ...source }: Parameters<ReceiveFile>[3] & { url: string },
  upload: Upload,
): Promise<UploadedFile> {
  try {
    return await fetchImage(source, bytes => storeFile(bytes, { maxBytes: upload.maxBytes }))
  } catch (error) {
    if (error instanceof FileTooLarge)
      throw new Problem('PayloadTooLarge', `The file is larger than ${upload.maxBytes / 1_000_000} MB`)
    throw error
  }
}

/** Returns the last part of the path, or an empty string if there is none or it is not valid. */
function nameInUrl(url: string | undefined): string {
  const last = (url && URL.parse(url)?.pathname.split('/').at(-1)) || ''
  try {
    return decodeURIComponent(last)
  } catch {
    return ''
  }
}

const maxNameLength = 255

/**
 * Reduces the name to one line, without the folders that some clients send, and to the maximum length of a name. A file
 * without a name gets the name of its field, or `blob`.
 */
function nameOfFile(given: string, { field }: Upload): string {
  if (given === field || given === 'blob') return ''
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const shown = last.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return shown.length <= maxNameLength
    ? shown
    : shown
        .slice(0, maxNameLength)
        .toWellFormed()
        .replace(/\ufffd$/, '')
}

async function asImage(files: FileStorage, file: UploadedFile, name: string): Promise<FileFields> {
  const { width, height, mime, animated } = await detectStoredImage(files, file)
  const { hash, size } = file
  return { fields: { width, height, animated, name }, hidden: { file: { hash, mime, size } } }
}

async function asDocument(files: FileStorage, file: UploadedFile): Promise<FileFields> {
  const { type, mime } = await detectStoredDocument(files, file)
  const { hash, size } = file
  return { fields: { type, pages: null }, hidden: { file: { hash, mime, size } } }
}
