// Secret keys shared by every node, created by the first node that needs one.

import { newSecret } from '../../tools/index.ts'
import type { Database, Tx } from '../sql/index.ts'
import type { SealedSecrets } from './sealed-secrets.ts'
import { findSecret, insertSecret, setSecret } from './secret-store.ts'

/** `cluster` names what the nodes share in Redis; it protects nothing and is never rotated. */
type SecretName = 'file-addresses' | 'refresh-tokens' | 'passkey-challenges' | 'cluster'

const purpose = 'server-secret'

export async function getSecret(db: Database, sealedSecrets: SealedSecrets, name: SecretName): Promise<Buffer> {
  const found =
    (await findSecret(db.read, name)) ??
    (await db.write(async tx => {
      await insertSecret(tx, name, sealedSecrets.seal(newSecret(), purpose))
      return await findSecret(tx, name)
    }))
  if (!found) throw new Error(`the secret ${name} could not be stored`)
  return Buffer.from(sealedSecrets.open(found.value, purpose), 'base64url')
}

/** A secret that is still used after its rotation. */
export interface SecretPair {
  readonly current: Buffer
  /** The secret that the last rotation replaced. */
  readonly previous: Buffer | null
}

export async function getSecretPair(db: Database, sealedSecrets: SealedSecrets, name: SecretName): Promise<SecretPair> {
  const current = await getSecret(db, sealedSecrets, name)
  const found = await findSecret(db.read, previousName(name))
  const previous = found ? Buffer.from(sealedSecrets.open(found.value, purpose), 'base64url') : null
  return { current, previous }
}

/** Running nodes use the old secret until they are restarted. */
export async function rotateSecret(tx: Tx, sealedSecrets: SealedSecrets, name: SecretName): Promise<void> {
  await setSecret(tx, name, sealedSecrets.seal(newSecret(), purpose))
}

export async function rotateSecretPair(tx: Tx, sealedSecrets: SealedSecrets, name: SecretName): Promise<void> {
  const before = await findSecret(tx, name)
  if (before) await setSecret(tx, previousName(name), before.value)
  await rotateSecret(tx, sealedSecrets, name)
}

const previousName = (name: SecretName) => `${name}-previous`
