// Initializes an empty database: creates an organization, its owner and, unless disabled, a sample workspace. It happens in
// one transaction and only once, even if several servers start on the same database at the same time.

import { randomInt } from 'node:crypto'
import { allScopes, applicationRoles } from '@tessera/contract'
import type { Caller } from '../accounts/access/index.ts'
import { createUser } from '../accounts/identity/index.ts'
import { hashPassword, isCommonPassword } from '../accounts/passwords/index.ts'
import { createOrganization, findFirstOrganization } from '../organization/index.ts'
import { type Config, ConfigError, isGuessable } from '../platform/config/index.ts'
import type { FileStorage } from '../platform/files/index.ts'
import { type Database, lockTable, type Tx } from '../platform/sql/index.ts'
import { makeSampleWorkspace, storeSampleFiles } from './make-sample.ts'
import type { SampleFiles } from './sample-board.ts'

export interface FirstStartDependencies {
  readonly db: Database
  readonly files: FileStorage
  readonly config: Config
}

/**
 * Returns the created owner, with the password if it was generated, or null if the database was already initialized.
 */
export async function firstStart(
  dependencies: FirstStartDependencies,
): Promise<{ email: string; password: string | null } | null> {
  const { db, files, config } = dependencies
  if (await findFirstOrganization(db.read)) return null
  if (config.adminPassword !== undefined) requireGoodPassword(config.adminPassword, config.adminEmail)
  const generated = config.adminPassword === undefined ? generatePassword() : null
  const password_hash = await hashPassword(config.adminPassword ?? (generated as string))
  const sample = config.isDemo ? await storeSampleFiles(files) : null
  const isOurs = await db.write(tx => createInitialData(tx, { config, password_hash, sample }))
  return isOurs ? { email: config.adminEmail, password: generated } : null
}

function requireGoodPassword(password: string, email: string): void {
  const written = password.toLowerCase()
  const address = email.toLowerCase()
  const isAddress = written.includes(address) || address.split('@').includes(written)
  const fault = isCommonPassword(password)
    ? 'is one of the most common passwords'
    : isAddress
      ? 'is the address of the account'
      : isGuessable(password)
        ? 'is a placeholder or easy to guess'
        : null
  if (fault !== null)
    throw new ConfigError(
      `The setting ADMIN_PASSWORD ${fault}, but it must be one that nobody can guess. Without it, one is generated.`,
    )
}

interface InitialSettings {
  readonly config: Config
  readonly password_hash: string
  readonly sample: SampleFiles | null
}

async function createInitialData(tx: Tx, { config, password_hash, sample }: InitialSettings): Promise<boolean> {
  await lockTable(tx, 'organizations')
  if (await findFirstOrganization(tx)) return false
  const now = new Date().toISOString()
  const owner = await createOwner(tx, config.adminEmail, password_hash, now)
  const organization = await createOrganization(tx, { name: 'My organization', owner_id: owner.id, now })
  const sampleSettings = { owner, organization_id: organization.id, publicUrl: config.publicUrl, now }
  if (sample) await makeSampleWorkspace(tx, { ...sampleSettings, files: sample })
  return true
}

/** Sets the Owner's state as if they had signed in. */
async function createOwner(tx: Tx, email: string, password_hash: string, now: string): Promise<Caller> {
  const person = { email, first_name: 'Admin', last_name: '', type: 'person' } as const
  const id = await createUser(tx, { ...person, password_hash, application_role_id: applicationAdmin.id }, now)
  if (id === null) throw new Error(`there is already a user with the email ${email}, but no organization`)
  const unlimited = { scope: allScopes, grant_kind: 'session', only_workspace_id: null, via: null } as const
  return { id, ...person, role: applicationAdmin, ...unlimited }
}

const applicationAdmin = applicationRoles.get(1)

/** The password is easy to read aloud and to type: it has no characters that look alike. */
function generatePassword(): string {
  const characters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}
