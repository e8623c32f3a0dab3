// The organization that a command is about: the one named, or the only one.

import type { Client } from '@tessera/client'
import { UsageError } from './command.ts'

export async function chooseOrganization(client: Client, given: string | undefined): Promise<number> {
  if (given !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(given)) throw new UsageError('--organization must be the id of an organization.')
    return Number(given)
  }
  const { organizations } = await client.users.listOrganizations('me')
  const [only, ...others] = organizations
  if (!only) throw new UsageError('You are not a member of any organization.')
  if (others.length === 0) return only.id
  const list = organizations.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  throw new UsageError(`You are a member of several organizations. Select one with --organization:\n${list}`)
}
