// What a server does on a store that holds no organization yet: it makes one, with its owner and a workspace to begin
// with. All of it or nothing, and once, however many servers start on the store at the same moment.

import { randomInt } from 'node:crypto'
import { applicationRoles } from '@tessera/contract'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../db/database.ts'
import { lockTable } from '../db/lock-table.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { createOrganization, findFirstOrganization } from '../organizations/create-organization.ts'
import { hashPassword } from '../users/password.ts'
import { addUser } from '../users/people.ts'
import { makeSampleWorkspace, storeSampleFiles } from './make-sample.ts'
import type { SampleFiles } from './sample-board.ts'

export interface FirstStartParts {
  readonly db: Database
  readonly files: FileStorage
  readonly config: Config
}

/** Who was made; the password only where it was made up. Null where there was nothing to do. */
export async function firstStart(parts: FirstStartParts): Promise<{ email: string; password: string | null } | null> {
  const { db, files, config } = parts
  if (await findFirstOrganization(db.read)) return null
  const made = config.adminPassword === undefined ? newPassword() : null
  const password_hash = await hashPassword(config.adminPassword ?? (made as string))
  const sample = config.isDemo ? await storeSampleFiles(files) : null
  const isOurs = await db.write(tx => makeEverything(tx, { config, password_hash, sample }))
  return isOurs ? { email: config.adminEmail, password: made } : null
}

interface Making {
  readonly config: Config
  readonly password_hash: string
  readonly sample: SampleFiles | null
}

async function makeEverything(tx: Tx, { config, password_hash, sample }: Making): Promise<boolean> {
  await lockTable(tx, 'organizations')
  if (await findFirstOrganization(tx)) return false
  const now = new Date().toISOString()
  const owner = await makeOwner(tx, config.adminEmail, password_hash, now)
  const organization = await createOrganization(tx, { name: 'Tessera', owner_id: owner.id, now })
  const place = { owner, organization_id: organization.id, publicUrl: config.publicUrl, now }
  if (sample) await makeSampleWorkspace(tx, { ...place, files: sample })
  return true
}

async function makeOwner(tx: Tx, email: string, password_hash: string, now: string) {
  const person = { email, first_name: 'Admin', last_name: '' }
  const id = await addUser(tx, { ...person, password_hash, application_role_id: applicationAdmin.id }, now)
  if (id === null) throw new Error(`somebody has the address ${email} already, though there is no organization`)
  return { id, ...person, role: applicationAdmin }
}

const applicationAdmin = applicationRoles.get(1)

/** Easy to read aloud and to type: no letters and digits that look alike. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}
