// What both the server and the operator commands need: configuration, database, file storage, keys and the write path.

import { join } from 'node:path'
import { type AccessTokens, openAccessTokens } from './accounts/tokens/index.ts'
import { openWritePath, type WritePath } from './board/index.ts'
import type { Config } from './platform/config/index.ts'
import { openDatabase } from './platform/db/index.ts'
import {
  type FileStorage,
  fileSigner,
  openDiskStorage,
  type SignFile,
  type StorageHealth,
  watchStorage,
  withSweepProtection,
} from './platform/files/index.ts'
import { type LazyOutbound, lazyOutbound, outboundPolicy } from './platform/outbound/index.ts'
import {
  getSecret,
  getSecretPair,
  openSealedSecrets,
  requireSecretKey,
  type SealedSecrets,
  type SecretPair,
} from './platform/secrets/index.ts'
import type { Database, Reader } from './platform/sql/index.ts'

type WriteMechanisms = Parameters<typeof openWritePath>[0]['mechanisms']

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
  /** Signs the challenges of passkeys. */
  readonly challengeKey: Buffer
  readonly sealedSecrets: SealedSecrets
  readonly outbound: LazyOutbound
}

/** `mechanisms` is for tests and benchmarks. */
export async function openDependencies(
  config: Config,
  mechanisms?: WriteMechanisms,
  onMigrating?: () => void,
): Promise<Dependencies> {
  const sealedSecrets = openSealedSecrets(config)
  const check = (reader: Reader) => requireSecretKey(reader, sealedSecrets)
  const db = await openDatabase(config, { check, ...(onMigrating && { onMigrating }) })
  try {
    return await openOn(db, sealedSecrets, config, mechanisms)
  } catch (error) {
    await db.close()
    throw error
  }
}

async function openOn(
  db: Database,
  sealedSecrets: SealedSecrets,
  config: Config,
  mechanisms: WriteMechanisms,
): Promise<Dependencies> {
  const { files: storage, health: storageHealth } = watchStorage(await openFiles(config))
  const files = withSweepProtection(storage, db)
  const tokens = await openAccessTokens({ db, publicUrl: config.publicUrl, sealedSecrets })
  const fileKey = await getSecret(db, sealedSecrets, 'file-addresses')
  const refreshKeys = await getSecretPair(db, sealedSecrets, 'refresh-tokens')
  const challengeKey = await getSecret(db, sealedSecrets, 'passkey-challenges')
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
    challengeKey,
    sealedSecrets,
    outbound,
    writePath: openWritePath({
      db,
      sign,
      limits: pickBatchLimits(config),
      thread: { dataDir: config.dataDir, publicUrl: config.publicUrl, fileKey },
      mechanisms,
    }),
  }
}

/** Only these settings are passed on: the others hold secrets, which the write thread does not need. */
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
