// The keys that sign access tokens. They are stored in the database, so that every process accepts the tokens of every
// other: the newest signs, all verify. A key signs for 90 days and verifies until its successor is replaced.

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
  /** The key to sign with. Never waits for the database, because it is called within transactions. */
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
  publicJwks: JsonWebKey[]
}

/** Creates the first key if there is none. `clock` is for tests. */
export async function openSigningKeys(db: Database, clock: () => number = Date.now): Promise<SigningKeys> {
  let loaded = await loadOrCreate(db, clock())
  let loadedAt = clock()
  let renewal: Promise<void> | null = null

  const renew = () => {
    renewal ??= loadOrCreate(db, clock())
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
      // In the background: until it is done the old key signs, which every process still accepts.
      if (isDue(loaded.signer.created_at, clock())) renew().catch(() => {})
      return loaded.signer
    },
    async find(kid) {
      const known = loaded.verifiers.get(kid)
      if (known) return known
      // Another process may have created a key. The pause keeps forged key ids from causing a query each.
      if (renewal || clock() - loadedAt >= reloadPauseMs) await renew()
      return loaded.verifiers.get(kid) ?? null
    },
    async publicKeys() {
      if (clock() - loadedAt >= reloadPauseMs) await renew()
      return { keys: loaded.publicJwks }
    },
  }
}

async function loadOrCreate(db: Database, now: number): Promise<Loaded> {
  const found = await listSigningKeys(db.read)
  return load(hasCurrentKey(found, now) ? found : await db.write(tx => createKey(tx, now)))
}

/** Checked again under the lock: another process may have been faster. */
async function createKey(tx: Tx, now: number): Promise<SigningKeyRow[]> {
  await lockSigningKeys(tx)
  const found = await listSigningKeys(tx)
  if (hasCurrentKey(found, now)) return found
  const created = newKey(now)
  const previous = found.slice(0, 1)
  await insertSigningKey(tx, created)
  // Tokens live for two weeks and a key signs for 90 days, so no valid token was signed by a key before the previous one.
  await deleteSigningKeys(
    tx,
    found.slice(1).map(row => row.kid),
  )
  return [created, ...previous]
}

const hasCurrentKey = ([newest]: readonly SigningKeyRow[], now: number) =>
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
  const publicJwks = rows.map(row => JSON.parse(row.public_jwk) as JsonWebKey)
  return {
    signer: {
      kid: newest.kid,
      privateKey: createPrivateKey({ key: JSON.parse(newest.private_jwk), format: 'jwk' }),
      created_at: newest.created_at,
    },
    verifiers: new Map(
      rows.map((row, index) => [row.kid, createPublicKey({ key: publicJwks[index] as JsonWebKey, format: 'jwk' })]),
    ),
    publicJwks,
  }
}
