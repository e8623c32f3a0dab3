// A user's avatar: detected by its bytes, redrawn at a small size, stored with the files and shown under a signed URL.
// Everyone who can see the user can see it.

import { badField, type Operations, operations, Problem } from '@tessera/contract'
import { type Caller, load, type UserAccess } from '../../accounts/access/index.ts'
import type { ChangeCall, UploadedFile } from '../../accounts/handler.ts'
import { recordDetailsAudit, type UserRow, updateUser } from '../../accounts/identity/index.ts'
import {
  detectStoredImage,
  type FileStorage,
  insertFiles,
  type SignFile,
  UnrecognizedFile,
} from '../../platform/files/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import { type AvatarFile, ChildFailed, type Processing, UnreadableFile } from '../../rendering/index.ts'

export interface AvatarDependencies {
  readonly db: Database
  readonly files: FileStorage
  readonly sign: SignFile
  readonly makeAvatar: Processing['makeAvatar']
}

type SetCall = ChangeCall<Operations['users']['setAvatar']>

export async function setAvatar({ db, files, sign, makeAvatar }: AvatarDependencies, call: SetCall): Promise<string> {
  if (!call.file) throw badField('avatar', 'is required')
  await requireImage(files, call.file)
  const { hash, size, mime } = await avatarOf(makeAvatar, call.file)
  await db.write(async tx => {
    const now = new Date().toISOString()
    const operation = operations.users.setAvatar
    const access = await load(tx, call.claim, operation, call.params as never, {})
    const { user, caller } = access as unknown as UserAccess & { caller: Caller }
    await insertFiles(tx, [{ hash, size, mime, created_at: now }])
    await updateAvatar(tx, caller, user, { avatar_hash: hash, avatar_mime: mime, updated_at: now })
  })
  return sign({ hash, mime })
}

/** Others' changes are recorded; the addresses of pictures are not. */
export async function updateAvatar(
  tx: Tx,
  caller: Pick<Caller, 'id'>,
  user: UserRow,
  columns: Pick<UserRow, 'avatar_hash' | 'avatar_mime' | 'updated_at'>,
): Promise<void> {
  await updateUser(tx, user.id, columns)
  if (caller.id === user.id || columns.avatar_hash === user.avatar_hash) return
  const changes = [{ field: 'avatar', before: null, after: null }]
  const entry = { action: 'MEMBER_UPDATED', actor_id: caller.id, changes, now: columns.updated_at } as const
  await recordDetailsAudit(tx, user, entry)
}

const acceptedTypes = ['png', 'jpeg', 'webp', 'gif']

async function requireImage(files: FileStorage, file: UploadedFile): Promise<void> {
  try {
    const { type } = await detectStoredImage(files, file)
    if (!acceptedTypes.includes(type)) throw new UnrecognizedFile('must be a PNG, JPEG, WebP or GIF image')
  } catch (error) {
    throw error instanceof UnrecognizedFile ? badField('avatar', error.message) : error
  }
}

/** Redrawn, because a photo's metadata can reveal where it was taken. */
async function avatarOf(makeAvatar: Processing['makeAvatar'], { hash }: UploadedFile): Promise<AvatarFile> {
  try {
    return await makeAvatar(hash)
  } catch (error) {
    if (error instanceof UnreadableFile) throw badField('avatar', error.message)
    if (!(error instanceof ChildFailed)) throw error
    if (error.reason === 'aborted') throw new Problem('ServiceUnavailable', 'The service is shutting down')
    throw badField('avatar', 'could not be read as an image')
  }
}
