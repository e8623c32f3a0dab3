// Organizations and their members.

import { can, memberFilters, organizationRoles, Problem } from '@tessera/contract'
import { notFound } from '../access/access.ts'
import { type Handlers, read, type WriteCall, write } from '../handler.ts'
import { envelope, readFilter, sliceOf } from '../list.ts'
import { organizationRoleView } from '../roles/role-view.ts'
import { createOrganization } from './create-organization.ts'
import { enqueueInvitation, inviteMember } from './invite-member.ts'
import { roleToGive } from './member-rights.ts'
import { findMember, getOwner, listMembers, type MemberRow, updateMember as storeMember } from './member-store.ts'
import { holdOrganization, updateOrganization } from './organization-store.ts'
import { memberView, organizationView } from './organization-view.ts'
import { removeMember } from './remove-member.ts'
import { updateMember } from './update-member.ts'

export const organizationHandlers: Handlers<'organizations'> = {
  create: write(async ({ tx, caller, body, now }) => {
    const organization = await createOrganization(tx, { name: body.name, owner_id: caller.id, now })
    return { organization: organizationView(organization, await getOwner(tx, organization.id)) }
  }),

  get: read(async ({ db, organization }) => ({
    organization: organizationView(organization, await getOwner(db, organization.id)),
  })),

  update: write(async ({ tx, organization, body, now }) => {
    const { name, metadata, is_guest_invite_requires_approval: requires } = body
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
      ...(requires === undefined ? {} : { is_guest_invite_requires_approval: Number(requires) }),
    }
    if (Object.keys(changes).length > 0) await updateOrganization(tx, organization.id, { ...changes, updated_at: now })
    return { message: 'The organization was updated' }
  }),

  listMembers: read(async ({ db, organization, query, url }) => {
    const { found, total } = await listMembers(db, organization.id, {
      query: query.query,
      filter: readFilter(query.filter_by, memberFilters),
      order_by: query.order_by ?? 'email',
      direction: query.order_direction === 'DESC' ? 'desc' : 'asc',
      ...sliceOf(query),
    })
    return { organization_users: found.map(memberView), ...envelope(url, query, { total, size: found.length }) }
  }),

  addMember: write(async ({ tx, caller, organization, organizationRole, body, now }) => {
    const role = roleToGive(organizationRole, body.organization_role_id ?? organizationRoles.standard.id)
    await holdOrganization(tx, organization.id)
    const became = await inviteMember(tx, { organization, email: body.email, role, invited_by: caller.id, now })
    return { message: became === 'invited' ? 'The user was invited' : 'The guest awaits approval' }
  }),

  updateMember: write(async call => {
    await updateMember(call, await getVisibleMember(call))
    return { message: 'The member was updated' }
  }),

  approve: write(async call => {
    const { tx, caller, organization, now } = call
    const member = await getVisibleMember(call)
    if (member.awaits_approval === 0) throw new Problem('BadRequest', 'This member does not await approval')
    const key = { organization_id: organization.id, user_id: member.id }
    await storeMember(tx, key, { awaits_approval: 0, updated_at: now })
    await enqueueInvitation(tx, key, caller.id, now)
    return { message: 'The guest was approved and invited' }
  }),

  removeMember: write(async call => {
    await removeMember(call, await getVisibleMember(call))
    return { message: 'The member was removed' }
  }),

  listRoles: read(async () => ({
    organization_roles: organizationRoles.all.map(role => organizationRoleView(role, 0)),
  })),
}

type MemberCall = Pick<
  WriteCall<{ path: ''; needs: { load: 'organization' } }>,
  'tx' | 'caller' | 'organization' | 'organizationRole'
> & {
  readonly params: { readonly user_id: number | 'me' }
}

/** Read once the organization is held, so that nothing decided about the member changes before it is done. */
async function getVisibleMember({
  tx,
  caller,
  organization,
  organizationRole,
  params,
}: MemberCall): Promise<MemberRow> {
  const user_id = params.user_id as number
  await holdOrganization(tx, organization.id)
  const member = await findMember(tx, organization.id, user_id)
  const isVisible = user_id === caller.id || can(organizationRole, 'can_list_organization_users')
  if (!member || !isVisible) throw notFound('member')
  return member
}
