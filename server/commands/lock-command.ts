// Keeping somebody out, and letting them in again.

import type { Dependencies } from '../dependencies.ts'
import { setUserLocked } from '../identity/user-accounts.ts'
import { getUser } from './check-arguments.ts'
import { defineCommand } from './command.ts'

export const lock = defineCommand({
  usage: 'lock --email <email>',
  summary: 'refuses whatever token or session that user holds, from now on',
  options: { email: 'required' },
  async run(parts, { email }) {
    await set(parts, email, true)
    return `${email} is locked.`
  },
})

export const unlock = defineCommand({
  usage: 'unlock --email <email>',
  summary: 'lets that user in again',
  options: { email: 'required' },
  async run(parts, { email }) {
    await set(parts, email, false)
    return `${email} is unlocked.`
  },
})

const set = ({ db }: Dependencies, email: string, isLocked: boolean) =>
  db.write(async tx =>
    setUserLocked(tx, await getUser(tx, 'email', email), isLocked, { actor_id: null, now: new Date().toISOString() }),
  )
