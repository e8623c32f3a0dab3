// Locks a user out, and unlocks them.

import { setUserLocked } from '../accounts/identity/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { getUser } from './check-arguments.ts'
import { defineCommand } from './command.ts'

export const lock = defineCommand({
  usage: 'lock --email <email>',
  summary: 'locks that user: all their tokens and sessions are rejected from now on',
  options: { email: 'required' },
  async run(dependencies, { email }) {
    await setLockedByEmail(dependencies, email, true)
    return `${email} is locked.`
  },
})

export const unlock = defineCommand({
  usage: 'unlock --email <email>',
  summary: 'unlocks that user, who can then sign in again',
  options: { email: 'required' },
  async run(dependencies, { email }) {
    await setLockedByEmail(dependencies, email, false)
    return `${email} is unlocked.`
  },
})

const setLockedByEmail = ({ db }: Dependencies, email: string, isLocked: boolean) =>
  db.write(async tx =>
    setUserLocked(tx, await getUser(tx, 'email', email), isLocked, { actor_id: null, now: new Date().toISOString() }),
  )
