// Registers an application without the developer portal.

import { applicationRoles } from '@tessera/contract'
import { findFirstWithApplicationRole } from '../accounts/identity/index.ts'
import type { Reader } from '../platform/sql/index.ts'
import { mergeRedirectUris, registerApplication } from '../sign-in/index.ts'
import { getUser, requireName } from './check-arguments.ts'
import { defineCommand, UsageError } from './command.ts'

export const app = defineCommand({
  usage: 'app --name <name> --redirect-uri <uri> [--email <email>]',
  summary:
    'registers an application owned by that user, or by the first Admin, and prints its client id and secret as JSON',
  options: { name: 'required', 'redirect-uri': 'required', email: 'optional' },
  async run({ db, config }, { name, 'redirect-uri': redirect_uri, email }) {
    const isOwnHttp = config.publicUrl.startsWith('http:')
    const redirect_uris = mergeRedirectUris({ redirect_uri }, [], isOwnHttp)
    const draft = { name: requireName(name), redirect_uris }
    const { application, client_secret } = await db.write(async tx => {
      const { id: user_id } = email === undefined ? await getFirstAdmin(tx) : await getUser(tx, 'email', email)
      return await registerApplication(tx, { ...draft, user_id }, new Date().toISOString())
    })
    return JSON.stringify({ client_id: application.client_id, client_secret })
  },
})

async function getFirstAdmin(db: Reader) {
  const admin = await findFirstWithApplicationRole(db, applicationRoles.get(1).id)
  if (!admin) throw new UsageError('There is no Admin yet. Set the owner with --email.')
  return admin
}
