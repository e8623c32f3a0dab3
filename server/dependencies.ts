// What both the server and the operator's commands need: configuration, database, file storage, keys and the write path.

import { join } from 'node:path'
import { type AccessTokens, openAccessTokens } from './accounts/tokens/access-token.ts'
import type { WriteLoad } from './board/changes/write-load.ts'
import { openWritePath, type WritePath } from './board/changes/write-path.ts'
import type { Config } from './platform/config/config.ts'
import type { Database, Reader } from './platform/db/database.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { openDiskStorage } from './platform/files/disk-storage.ts'
import type { FileStorage } from './platform/files/file-storage.ts'
import { fileSigner, type SignFile } from './platform/files/signed-url.ts'
import { withSweepProtection } from './platform/files/sweep-files.ts'
import { type StorageHealth, watchStorage } from './platform/files/watch-storage.ts'
import { type LazyOutbound, lazyOutbound } from './platform/outbound/lazy-outbound.ts'
import { outboundPolicy } from './platform/outbound/outbound-policy.ts'
import { requireSecretKey } from './platform/secrets/seal-stored-secrets.ts'
import { openSealedSecrets, type SealedSecrets } from './platform/secrets/sealed-secrets.ts'
import { getSecret, getSecretPair, type SecretPair } from './platform/secrets/secrets.ts'

export interface Dependencies {
  readonly config: Config
  readonly db: Database
  readonly files: FileStorage
  /** The storage itself, for a restore, which writes the rows that refer to the files. `files` adds sweep protection. */
  readonly storage: FileStorage
  readonly storageHealth: StorageHealth
  readonly tokens: AccessTokens
  readonly writePath: WritePath
  readonly sign: SignFile
  readonly fileKey: Buffer
  readonly refreshKeys: SecretPair
  readonly sealedSecrets: SealedSecrets
  readonly outbound: LazyOutbound
}

/** `writeLoad` is for tests: when changes run on a worker thread. */
export async function openDependencies(
  config: Config,
  writeLoad?: WriteLoad,
  onMigrating?: () => void,
): Promise<Dependencies> {
  const sealedSecrets = openSealedSecrets(config)
  const check = (reader: Reader) => requireSecretKey(reader, sealedSecrets)
  const db = await openDatabase(config, { check, ...(onMigrating && { onMigrating }) })
  try {
    return await openOn(db, sealedSecrets, config, writeLoad)
  } catch (error) {
    await db.close()
    throw error
  }
}

async function openOn(
  db: Database,
  sealedSecrets: SealedSecrets,
  config: Config,
  writeLoad: WriteLoad | undefined,
): Promise<Dependencies> {
  const { files: storage, health: storageHealth } = watchStorage(await openFiles(config))
  const files = withSweepProtection(storage, db)
  const tokens = await openAccessTokens({ db, publicUrl: config.publicUrl, sealedSecrets })
  const fileKey = await getSecret(db, sealedSecrets, 'file-addresses')
  const refreshKeys = await getSecretPair(db, sealedSecrets, 'refresh-tokens')
  const sign = fileSigner(config.publicUrl, fileKey)
  const outbound = lazyOutbound(outboundPolicy(config))
  return {
    config,
    db,
    files,
    storage,
    storageHealth,
    tokens,
    sign,
    fileKey,
    refreshKeys,
    sealedSecrets,
    outbound,
    writePath: openWritePath({
      db,
      sign,
      limits: pickBatchLimits(config),
      thread: { dataDir: config.dataDir, publicUrl: config.publicUrl, fileKey },
      writeLoad,
    }),
  }
}

/** Only these: the settings of the server hold secrets, which the write thread does not need. */
const pickBatchLimits = ({
  mailsPerSenderPerHour,
  mailsPerRecipientPerHour,
  mailsPerOrganizationPerDay,
  storageLimitBytes,
}: Config) => ({ mailsPerSenderPerHour, mailsPerRecipientPerHour, mailsPerOrganizationPerDay, storageLimitBytes })

export const filesFolder = ({ dataDir }: Config) => join(dataDir, 'files')

async function openFiles(config: Config): Promise<FileStorage> {
  const { dataDir, s3 } = config
  if (!s3) return await openDiskStorage(filesFolder(config))
  const { openS3Storage } = await import('./platform/files/s3-storage.ts')
  // Self-hosted stores expect the bucket in the path; only Amazon has a host name for each bucket.
  return await openS3Storage({ ...s3, forcePathStyle: s3.endpoint !== undefined, spoolFolder: join(dataDir, 'spool') })
}
