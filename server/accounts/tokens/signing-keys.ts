// The keys that sign access tokens. They are stored in the database, so that every process accepts the tokens of every
// other: the newest signs, all verify. A key signs for 90 days or until an operator rotates it, and verifies until the
// last token that it signed has expired. Private keys are sealed with SECRET_KEY.

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, type webcrypto } from 'node:crypto'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import { newSecret } from '../../tools/index.ts'
import {
  clearPrivateKeys,
  deleteSigningKeys,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  type SigningKeyRow,
} from './signing-key-store.ts'

type JsonWebKey = webcrypto.JsonWebKey

export interface SigningKeys {
  /** The key to sign with. Never waits for the database, because it is called within transactions. */
  newest(): { kid: string; privateKey: KeyObject }
  find(kid: string): Promise<KeyObject | null>
  /** For /.well-known/jwks.json. */
  publicKeys(): Promise<{ keys: JsonWebKey[] }>
}

const rotateAfterMs = 90 * 24 * 60 * 60 * 1000
const reloadPauseMs = 1000
/** How soon a running process signs with a key that another one has created. */
const checkIntervalMs = 30_000
/** A day longer than the lifetime of any token: another process may sign with the replaced key for a moment. */
const verifiesForMs = 16 * 24 * 60 * 60 * 1000
const purpose = 'signing-key'

interface KeySet {
  signer: { kid: string; privateKey: KeyObject; created_at: string }
  verifiers: ReadonlyMap<string, KeyObject>
  publicJwks: JsonWebKey[]
}

/** Creates the first key if there is none. `clock` is for tests. */
export async function openSigningKeys(
  db: Database,
  sealedSecrets: SealedSecrets,
  clock: () => number = Date.now,
): Promise<SigningKeys> {
  let loaded = await loadOrCreate(db, sealedSecrets, clock())
  let loadedAt = clock()
  let renewal: Promise<void> | null = null

  const renew = () => {
    renewal ??= loadOrCreate(db, sealedSecrets, clock())
      .then(found => {
        loaded = found
        loadedAt = clock()
      })
      .finally(() => {
        renewal = null
      })
    return renewal
  }

  return {
    newest() {
      // Runs in the background: until it is done the old key signs, which every process still accepts.
      const now = clock()
      if (isDue(loaded.signer.created_at, now) || now - loadedAt >= checkIntervalMs) renew().catch(() => {})
      return loaded.signer
    },
    async find(kid) {
      const known = loaded.verifiers.get(kid)
      if (known) return known
      // Another process may have created a key. The pause prevents forged key ids from causing a query each.
      if (renewal || clock() - loadedAt >= reloadPauseMs) await renew()
      return loaded.verifiers.get(kid) ?? null
    },
    async publicKeys() {
      if (clock() - loadedAt >= reloadPauseMs) await renew()
      return { keys: loaded.publicJwks }
    },
  }
}

/** Creates a key although the newest one is not due. With `isRevoking` the old ones stop verifying: see rotate-keys. */
export async function rotateSigningKey(
  tx: Tx,
  sealedSecrets: SealedSecrets,
  { now, isRevoking }: { now: number; isRevoking: boolean },
): Promise<void> {
  await lockSigningKeys(tx)
  const found = await listSigningKeys(tx)
  if (isRevoking)
    await deleteSigningKeys(
      tx,
      found.map(row => row.kid),
    )
  await addKey(tx, sealedSecrets, isRevoking ? [] : found, now)
}

async function loadOrCreate(db: Database, sealedSecrets: SealedSecrets, now: number): Promise<KeySet> {
  const found = await listSigningKeys(db.read)
  const rows = hasCurrentKey(found, now) ? found : await db.write(tx => createKey(tx, sealedSecrets, now))
  return load(withoutExpired(rows, now), sealedSecrets)
}

/** Checked again under the lock: another process may have been faster. */
async function createKey(tx: Tx, sealedSecrets: SealedSecrets, now: number): Promise<SigningKeyRow[]> {
  await lockSigningKeys(tx)
  const found = await listSigningKeys(tx)
  return hasCurrentKey(found, now) ? found : await addKey(tx, sealedSecrets, found, now)
}

/** The private part of a replaced key is not needed any more. */
async function addKey(tx: Tx, sealedSecrets: SealedSecrets, found: readonly SigningKeyRow[], now: number) {
  const created = newKey(sealedSecrets, afterNewest(found, now))
  const kept = withoutExpired([created, ...found], now)
  const expired = found.filter(row => !kept.includes(row)).map(row => row.kid)
  await clearPrivateKeys(tx)
  await insertSigningKey(tx, created)
  await deleteSigningKeys(tx, expired)
  return kept
}

/** The newest key is found by its time, even if two are created in the same millisecond. */
const afterNewest = ([newest]: readonly SigningKeyRow[], now: number) =>
  Math.max(now, newest === undefined ? 0 : Date.parse(newest.created_at) + 1)

/** Newest first. A key has expired if its successor is older than every token that is still valid. */
const withoutExpired = (rows: readonly SigningKeyRow[], now: number): SigningKeyRow[] =>
  rows.filter((_, index) => {
    const successor = rows[index - 1]
    return successor === undefined || now - Date.parse(successor.created_at) < verifiesForMs
  })

const hasCurrentKey = ([newest]: readonly SigningKeyRow[], now: number) =>
  newest !== undefined && !isDue(newest.created_at, now)

const isDue = (created_at: string, now: number) => now - Date.parse(created_at) >= rotateAfterMs

function newKey(sealedSecrets: SealedSecrets, now: number): SigningKeyRow {
  const kid = newSecret(12)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    kid,
    private_jwk: sealedSecrets.seal(JSON.stringify(privateKey.export({ format: 'jwk' })), purpose),
    public_jwk: JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' }),
    created_at: new Date(now).toISOString(),
  }
}

function load(rows: readonly SigningKeyRow[], sealedSecrets: SealedSecrets): KeySet {
  const [newest] = rows as [SigningKeyRow, ...SigningKeyRow[]]
  const publicJwks = rows.map(row => JSON.parse(row.public_jwk) as JsonWebKey)
  return {
    signer: {
      kid: newest.kid,
      privateKey: createPrivateKey({
        key: JSON.parse(sealedSecrets.open(newest.private_jwk, purpose)),
        format: 'jwk',
      }),
      created_at: newest.created_at,
    },
    verifiers: new Map(
      rows.map((row, index) => [row.kid, createPublicKey({ key: publicJwks[index] as JsonWebKey, format: 'jwk' })]),
    ),
    publicJwks,
  }
}
