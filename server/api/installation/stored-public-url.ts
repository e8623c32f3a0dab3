// The public URL, stored by every server that starts. Tokens name it as their issuer, so `tessera token` can issue a valid
// one without the server's settings.

import type { Config } from '../../platform/config/index.ts'
import type { Database, Reader } from '../../platform/sql/index.ts'
import { findFact, setFact } from './installation-store.ts'

const name = 'served-address'

export async function storePublicUrl(db: Database, publicUrl: string): Promise<void> {
  if ((await findFact(db.read, name)) !== publicUrl) await db.write(tx => setFact(tx, name, publicUrl))
}

/** Returns the configured URL, else the one stored by the last server that started, else the default. */
export async function findPublicUrl(
  db: Reader,
  { publicUrl, isAddressGiven }: Pick<Config, 'publicUrl' | 'isAddressGiven'>,
): Promise<{ publicUrl: string; stored: string | null }> {
  const stored = await findFact(db, name)
  return { publicUrl: isAddressGiven ? publicUrl : (stored ?? publicUrl), stored }
}
