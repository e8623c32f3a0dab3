// Bots: the user that an application acts as with the client credentials grant. A bot has no password and gets no mail.
// It belongs to organizations and workspaces like a person.

import { randomBytes } from 'node:crypto'
import { revokeGrantsOfApplication, revokeGrantsOfUser } from '../../accounts/grants/index.ts'
import { createUser, updateUser, updateUserDetails } from '../../accounts/identity/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { type ApplicationRow, updateApplication } from './application-store.ts'

interface BotContext {
  readonly publicUrl: string
  readonly now: string
}

/** Creates the bot of an application, or activates it again with its memberships. */
export async function enableBot(tx: Tx, application: ApplicationRow, context: BotContext): Promise<ApplicationRow> {
  const { client_id, name, bot_user_id } = application
  if (bot_user_id !== null) {
    await updateUser(tx, bot_user_id, { archived: 0, updated_at: context.now })
    return application
  }
  const bot = { email: newBotEmail(context.publicUrl), first_name: name, type: 'bot' } as const
  const id = await createUser(tx, bot, context.now)
  if (id === null) throw new Error('a random email address is taken')
  return await updateApplication(tx, client_id, { bot_user_id: id })
}

/** Archives the bot, and ends its tokens and what they created. Its name stays in the log of what it did. */
export async function disableBot(tx: Tx, { client_id, bot_user_id }: ApplicationRow, now: string): Promise<void> {
  if (bot_user_id === null) return
  await updateUser(tx, bot_user_id, { archived: 1, updated_at: now })
  await revokeGrantsOfApplication(tx, { client_id, user_id: bot_user_id, now })
  await revokeGrantsOfUser(tx, bot_user_id, now)
}

export async function renameBot(tx: Tx, { bot_user_id, name }: ApplicationRow, now: string): Promise<void> {
  if (bot_user_id !== null) await updateUserDetails(tx, bot_user_id, { first_name: name }, now)
}

/** Not derived from the client id, which is public: nobody can claim the address of a bot before it exists. */
const newBotEmail = (publicUrl: string) =>
  `bot-${randomBytes(8).toString('hex')}@bots.${new URL(publicUrl).hostname.replace(/^\[|\]$/g, '').replaceAll(':', '-')}`
