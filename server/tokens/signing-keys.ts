// The keys that access tokens are signed with. They are kept in the database, so that every process accepts the tokens of
// every other: the newest signs, all verify. A key is replaced after a quarter and stays until its successor is.

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, type webcrypto } from 'node:crypto'
import type { Database, Tx } from '../db/database.ts'
import { newSecret } from '../ids.ts'
import {
  deleteSigningKeys,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  type SigningKeyRow,
} from './signing-key-store.ts'

type JsonWebKey = webcrypto.JsonWebKey

export interface SigningKeys {
  /** The key to sign with. Never waits for the database: it is asked within transactions. */
  newest(): { kid: string; privateKey: KeyObject }
  find(kid: string): Promise<KeyObject | null>
  /** For /.well-known/jwks.json. */
  publicKeys(): Promise<{ keys: JsonWebKey[] }>
}

const rotateAfterMs = 90 * 24 * 60 * 60 * 1000
const reloadPauseMs = 1000

interface Loaded {
  signer: { kid: string; privateKey: KeyObject; created_at: string }
  verifiers: ReadonlyMap<string, KeyObject>
  shown: JsonWebKey[]
}

/** Makes the first key where there is none yet. `clock` is for tests. */
export async function openSigningKeys(db: Database, clock: () => number = Date.now): Promise<SigningKeys> {
  let loaded = await loadOrMake(db, clock())
  let loadedAt = clock()
  let underWay: Promise<void> | null = null

  const renew = () => {
    underWay ??= loadOrMake(db, clock())
      .then(found => {
        loaded = found
        loadedAt = clock()
      })
      .finally(() => {
        underWay = null
      })
    return underWay
  }

  return {
    newest() {
      // In the background: until it is done the old key signs, which everybody still accepts.
      if (isDue(loaded.signer.created_at, clock())) renew().catch(() => {})
      return loaded.signer
    },
    async find(kid) {
      const known = loaded.verifiers.get(kid)
      if (known) return known
      // Another process may have made a key. Made-up ones must not lead to a query each.
      if (underWay || clock() - loadedAt >= reloadPauseMs) await renew()
      return loaded.verifiers.get(kid) ?? null
    },
    async publicKeys() {
      if (clock() - loadedAt >= reloadPauseMs) await renew()
      return { keys: loaded.shown }
    },
  }
}

async function loadOrMake(db: Database, now: number): Promise<Loaded> {
  const found = await listSigningKeys(db.read)
  return load(isEnough(found, now) ? found : await db.write(tx => makeKey(tx, now)))
}

/** Asked again under the lock: another process may have been faster. */
async function makeKey(tx: Tx, now: number): Promise<SigningKeyRow[]> {
  await lockSigningKeys(tx)
  const found = await listSigningKeys(tx)
  if (isEnough(found, now)) return found
  const made = newKey(now)
  const kept = found.slice(0, 1)
  await insertSigningKey(tx, made)
  // Tokens live for two weeks and a key signs for a quarter: what came before the last one signed nothing that still holds.
  await deleteSigningKeys(
    tx,
    found.slice(1).map(row => row.kid),
  )
  return [made, ...kept]
}

const isEnough = ([newest]: readonly SigningKeyRow[], now: number) =>
  newest !== undefined && !isDue(newest.created_at, now)

const isDue = (created_at: string, now: number) => now - Date.parse(created_at) >= rotateAfterMs

function newKey(now: number): SigningKeyRow {
  const kid = newSecret(12)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    kid,
    private_jwk: JSON.stringify(privateKey.export({ format: 'jwk' })),
    public_jwk: JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' }),
    created_at: new Date(now).toISOString(),
  }
}

function load(rows: readonly SigningKeyRow[]): Loaded {
  const [newest] = rows as [SigningKeyRow, ...SigningKeyRow[]]
  const shown = rows.map(row => JSON.parse(row.public_jwk) as JsonWebKey)
  return {
    signer: {
      kid: newest.kid,
      privateKey: createPrivateKey({ key: JSON.parse(newest.private_jwk), format: 'jwk' }),
      created_at: newest.created_at,
    },
    verifiers: new Map(
      rows.map((row, index) => [row.kid, createPublicKey({ key: shown[index] as JsonWebKey, format: 'jwk' })]),
    ),
    shown,
  }
}
