// Creates a user with a password who is immediately an accepted member of an organization. No mail is sent.

import { adminRole, organizationRoles } from '@tessera/contract'
import { createUser } from '../accounts/identity/index.ts'
import { createRecoveryLink } from '../accounts/mailed-links/index.ts'
import { hashPassword } from '../accounts/passwords/index.ts'
import { findPublicUrl } from '../api/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { findFirstOrganization, findOrganization, joinOrganization } from '../organization/index.ts'
import type { Reader } from '../platform/sql/index.ts'
import { getUser, requireEmail, requirePassword } from './check-arguments.ts'
import { defineCommand, UsageError } from './command.ts'

export const user = defineCommand({
  usage: 'user --email <email> [--password-stdin] [--role admin] [--organization <id>] | user --email <email> --reset',
  summary:
    'creates a user in the first organization or the given one, as User or as its Admin, and prints the id. ' +
    'The password is read from standard input (--password-stdin or --password -) or from a prompt. ' +
    '--password <password> works too, but is unsafe: other users of the machine and the shell history can see it. ' +
    '--reset prints a link instead, for a user who has lost the password, the second factor or the account at the ' +
    'single sign-on provider: it works once, within an hour, removes all of them and signs the user in',
  options: { email: 'required', password: 'secret', role: 'optional', organization: 'optional', reset: 'flag' },
  flagWithoutSecrets: 'reset',
  async run(dependencies, { email, password, role, organization, reset }) {
    if (reset) return await createReset(dependencies, email)
    const { db } = dependencies
    const role_id = readRole(role)
    requireEmail('email', email)
    const password_hash = await hashPassword(requirePassword(password, email))
    const now = new Date().toISOString()
    return await db.write(async tx => {
      const organization_id = await getOrganizationId(tx, organization)
      const user_id = await createUser(tx, { email, password_hash }, now)
      if (user_id === null) throw new UsageError(`A user with the email address ${email} already exists.`)
      await joinOrganization(tx, { organization_id, user_id, role_id, now })
      return String(user_id)
    })
  },
})

async function createReset({ db, config }: Dependencies, email: string): Promise<string> {
  const { publicUrl } = await findPublicUrl(db.read, config)
  return await db.write(async tx => {
    const { id, locked_at, archived, type } = await getUser(tx, 'email', email)
    if (type !== 'person') throw new UsageError(`${email} is not a person.`)
    if (locked_at !== null || archived === 1)
      throw new UsageError(`${email} is locked, so the link would be rejected; unlock the user first.`)
    return publicUrl + (await createRecoveryLink(tx, id, new Date().toISOString()))
  })
}

function readRole(role = 'user'): number {
  if (role !== 'admin' && role !== 'user') throw new UsageError('--role must be admin or user.')
  return role === 'admin' ? adminRole : organizationRoles.standard.id
}

async function getOrganizationId(db: Reader, id: string | undefined): Promise<number> {
  const isId = id !== undefined && /^[1-9]\d{0,8}$/.test(id)
  const found =
    id === undefined ? await findFirstOrganization(db) : isId ? await findOrganization(db, Number(id)) : null
  if (found) return found.id
  throw new UsageError(
    id === undefined
      ? 'There is no organization yet; the first start of the server creates one.'
      : `There is no organization ${id}.`,
  )
}
