// The organization of a page, and what the user can do there.

import { type Client, type Organization, TesseraError, type User } from '@tessera/client'
import { type Rights, rightsOf } from './organization-rights.ts'

export interface OrganizationAccess {
  readonly organization: Organization
  readonly rights: Rights
  /** The number of guests waiting for approval. */
  readonly awaiting: number
}

/** Null if it does not exist or the user is not a member. */
export async function findOrganizationAccess(
  client: Client,
  me: User,
  id: number,
  signal: AbortSignal,
): Promise<OrganizationAccess | null> {
  try {
    const { organization } = await client.organizations.get(id, { signal })
    const { organizations } = await client.users.listOrganizations('me', { limit: 200 }, { signal })
    const rights = rightsOf(me, organizations.find(one => one.id === id)?.organization_role ?? null)
    const awaiting = rights.has('can_approve_guest_invite')
      ? (await client.organizations.listMembers(id, { filter_by: 'awaits_approval:true', limit: 1 }, { signal })).total
      : 0
    return { organization, rights, awaiting }
  } catch (failure) {
    if (failure instanceof TesseraError && failure.status === 404) return null
    throw failure
  }
}
