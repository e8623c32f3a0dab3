// Secret keys shared by every node, created by the first that needs one.

import type { Database } from '../db/database.ts'
import { newSecret } from '../ids.ts'
import { findSecret, insertSecret } from './secret-store.ts'

export async function getSecret(db: Database, name: 'file-addresses' | 'refresh-tokens'): Promise<Buffer> {
  const found =
    (await findSecret(db.read, name)) ??
    (await db.write(async tx => {
      await insertSecret(tx, name, newSecret())
      return await findSecret(tx, name)
    }))
  if (!found) throw new Error(`the secret ${name} could not be stored`)
  return Buffer.from(found.value, 'base64url')
}
