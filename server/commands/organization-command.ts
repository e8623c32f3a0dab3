// Creates an organization for an existing user.

import { createOrganization } from '../organization/index.ts'
import { getUser, requireName } from './check-arguments.ts'
import { defineCommand } from './command.ts'

export const organization = defineCommand({
  usage: 'organization --name <name> --owner <email>',
  summary: 'creates an organization with that Owner and prints its id',
  options: { name: 'required', owner: 'required' },
  async run({ db }, { name, owner }) {
    const now = new Date().toISOString()
    const created = await db.write(async tx => {
      const { id: owner_id } = await getUser(tx, 'owner', owner)
      return await createOrganization(tx, { name: requireName(name), owner_id, now })
    })
    return String(created.id)
  },
})
