// What objects need from an uploaded file. Uploads are received in rendering/uploads.

import type { KindName } from '@tessera/contract'
import type { UploadedFile } from '../../accounts/handler.ts'
import type { FileStorage } from '../../platform/files/index.ts'
import type { HiddenFields } from '../records/stored-object.ts'

/**
 * Returns the fields of a create that come from its file. Throws a BadRequest if the file is not of a supported type.
 */
export type ReceiveFile = (
  kind: KindName,
  data: Record<string, unknown>,
  file: UploadedFile | undefined,
  uploader: Uploader,
) => Promise<FileFields>

export interface Uploader {
  readonly user_id: number
  /** Stores a file that is fetched from a URL, within the limit on storage. */
  readonly storeFile?: FileStorage['put'] | undefined
}

export interface FileFields {
  fields: Record<string, unknown>
  hidden: HiddenFields
}
