// Shows and deletes the OAuth clients that registered or described themselves.

import type { Database } from '../platform/sql/index.ts'
import { endApplication, findApplication, listSelfRegisteredApplications, redirectUrisOf } from '../sign-in/index.ts'
import { defineCommand, UsageError } from './command.ts'

export const clients = defineCommand({
  usage: 'clients [--delete <client id>]',
  summary: 'lists the OAuth clients that registered themselves as JSON, or deletes one with all its tokens',
  options: { delete: 'optional' },
  async run({ db }, { delete: client_id }) {
    if (client_id === undefined) return JSON.stringify(await listClients(db), null, 2)
    await deleteClient(db, client_id)
    return `${client_id} was deleted.`
  },
})

const listClients = async ({ read }: Database) =>
  (await listSelfRegisteredApplications(read)).map(row => ({
    client_id: row.client_id,
    name: row.name,
    redirect_uris: redirectUrisOf(row),
    registered_from: row.registered_from,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
  }))

const deleteClient = (db: Database, client_id: string) =>
  db.write(async tx => {
    const known = await findApplication(tx, client_id)
    if (known?.source !== 'registration' && known?.source !== 'document')
      throw new UsageError(`No client that registered itself has the id ${client_id}.`)
    await endApplication(tx, known, new Date().toISOString())
  })
