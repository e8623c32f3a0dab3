// Lists the users of the installation for its operator.

import { tableOf } from '@tessera/cli/print'
import { listAllUsers, type UserRow } from '../accounts/identity/index.ts'
import { defineCommand } from './command.ts'

export const userList = defineCommand({
  usage: 'user list [--query <text>] [--json]',
  summary: 'lists the users, or those with this text in their address or name, with state and last sign-in',
  options: { query: ['optional', 'only those with this text in address or name'], json: ['flag', 'prints JSON'] },
  async run({ db }, { query, json }) {
    const users = (await listAllUsers(db.read, query)).map(userView)
    if (json) return JSON.stringify({ users }, null, 2)
    const rows = users.map(one => [String(one.id), one.email, one.name, one.type, one.state, one.last_login_at ?? ''])
    return tableOf(['id', 'email', 'name', 'type', 'state', 'last sign-in'], rows).trimEnd()
  },
})

const userView = ({ id, email, first_name, last_name, type, locked_at, archived, last_login_at }: UserRow) => ({
  id,
  email,
  name: `${first_name} ${last_name}`.trim(),
  type,
  state: archived === 1 ? 'archived' : locked_at === null ? 'active' : 'locked',
  last_login_at,
})
