// Encrypts the stored secrets with the current SECRET_KEY: when the setting is new or changed, and after a restore. A row
// of the table `secrets` records which key was used, so that a start with the wrong key is refused at once.

import type { Database, Reader, Tx } from '../sql/index.ts'
import { readSealedColumn, replaceSealedCell } from './sealed-column-store.ts'
import { sealedColumns } from './sealed-columns.ts'
import type { SealedSecrets } from './sealed-secrets.ts'
import { findSecret, setSecret } from './secret-store.ts'

const markName = 'secret-key'
const markPurpose = 'server-secret'

/** Throws SecretKeyError if the secrets in the database are encrypted with a key that is not configured. */
export async function requireSecretKey(db: Reader, sealedSecrets: SealedSecrets): Promise<void> {
  const mark = await findSecret(db, markName)
  if (mark) sealedSecrets.open(mark.value, markPurpose)
}

/** Returns the number of values that were re-encrypted. Cheap if there are none. */
export async function sealStoredSecrets(db: Database, sealedSecrets: SealedSecrets): Promise<number> {
  const mark = await findSecret(db.read, markName)
  if (mark && sealedSecrets.isCurrent(mark.value)) return 0
  return await db.write(tx => sealAll(tx, sealedSecrets))
}

export async function sealAll(tx: Tx, sealedSecrets: SealedSecrets): Promise<number> {
  let count = 0
  for (const column of sealedColumns)
    for await (const cell of readSealedColumn(tx, column)) {
      if (sealedSecrets.isCurrent(cell.value)) continue
      const value = sealedSecrets.seal(sealedSecrets.open(cell.value, column.purpose), column.purpose)
      await replaceSealedCell(tx, column, cell, value)
      count++
    }
  await setSecret(tx, markName, sealedSecrets.seal('SECRET_KEY', markPurpose))
  return count
}
