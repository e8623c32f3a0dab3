// A person's picture: recognised by its bytes, kept with the files, shown under a signed address. Who sees the person sees it.

import { badField, type Operations, operations } from '@tessera/contract'
import { load, type UserAccess } from '../access/access.ts'
import type { Database } from '../db/database.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { readStored, recogniseImage, Unrecognised } from '../files/recognise.ts'
import { recordFiles } from '../files/record-file.ts'
import type { SignFile } from '../files/signed-address.ts'
import type { ChangeCall, UploadedFile } from '../handler.ts'
import { updateUser } from './user-store.ts'

export interface AvatarParts {
  readonly db: Database
  readonly files: FileStorage
  readonly sign: SignFile
}

type SetCall = ChangeCall<Operations['users']['setAvatar']>

export async function setAvatar({ db, files, sign }: AvatarParts, call: SetCall): Promise<string> {
  if (!call.file) throw badField('avatar', 'is required')
  const { hash, size } = call.file
  const mime = await recognise(files, call.file)
  await db.write(async tx => {
    const now = new Date().toISOString()
    const { needs } = operations.users.setAvatar
    const { user } = (await load(tx, call.claim, needs, call.params as never, {})) as unknown as UserAccess
    await recordFiles(tx, [{ hash, size, mime, created_at: now }])
    await updateUser(tx, user.id, { avatar_hash: hash, avatar_mime: mime, updated_at: now })
  })
  return sign({ hash, mime })
}

const shown = ['png', 'jpeg', 'webp', 'gif']

async function recognise(files: FileStorage, { head, hash, size }: UploadedFile): Promise<string> {
  try {
    const { type, mime } = await recogniseImage(head, readStored(files, hash), size)
    if (!shown.includes(type)) throw new Unrecognised('must be a PNG, JPEG, WebP or GIF image')
    return mime
  } catch (error) {
    throw error instanceof Unrecognised ? badField('avatar', error.message) : error
  }
}
