// The address that the service goes by, kept by every server that starts: tokens name it, and an operator's command need
// not be given the settings of the server to issue one that it takes.

import type { Config } from '../config.ts'
import type { Database, Reader } from '../db/database.ts'
import { findFact, setFact } from './installation-store.ts'

const name = 'served-address'

export async function keepServedAddress(db: Database, publicUrl: string): Promise<void> {
  if ((await findFact(db.read, name)) !== publicUrl) await db.write(tx => setFact(tx, name, publicUrl))
}

/** The one that the settings give; without one the server's last, and before there was any the usual one. */
export async function findServedAddress(
  db: Reader,
  { publicUrl, isAddressGiven }: Pick<Config, 'publicUrl' | 'isAddressGiven'>,
): Promise<{ address: string; served: string | null }> {
  const served = await findFact(db, name)
  return { address: isAddressGiven ? publicUrl : (served ?? publicUrl), served }
}
