// The handlers of organizations and their members.

import { can, memberFilters, organizationRoles, Problem } from '@tessera/contract'
import { notFound } from '../../accounts/access/index.ts'
import { listAudit } from '../../accounts/audit/index.ts'
import { type Handlers, read, type WriteCall, write } from '../../accounts/handler.ts'
import { lockUser } from '../../accounts/identity/index.ts'
import { organizationRoleView } from '../../accounts/roles/index.ts'
import { endUnprotectedSessions, requiresSecondFactor } from '../../accounts/second-factors/index.ts'
import { findOrganizationBytes, type SignFile } from '../../platform/files/index.ts'
import { envelope, readFilter, sliceOf } from '../../tools/index.ts'
import { recordMemberAudit, recordOrganizationAudit, settingChanges } from './audit-organization.ts'
import { checkSettings } from './check-settings.ts'
import { createOrganization } from './create-organization.ts'
import { admitMember, inviteAgain, inviteMember } from './invite-member.ts'
import { getAssignableRole } from './member-rights.ts'
import { findMember, getOwner, listMembers, type MemberRow, updateMember as storeMember } from './member-store.ts'
import { lockOrganization, updateOrganization } from './organization-store.ts'
import { memberView, organizationView } from './organization-view.ts'
import { removeMember } from './remove-member.ts'
import { updateMember } from './update-member.ts'

export interface OrganizationDependencies {
  readonly sign: SignFile
  /** For each organization; 0 for no limit. */
  readonly storageLimitBytes: number
}

/** Without the operations on whitelisted applications, which belong to signing in. */
type OrganizationHandlers = Omit<Handlers<'organizations'>, 'listApplications' | 'withdrawApplication'>

export const organizationHandlers = ({ sign, storageLimitBytes }: OrganizationDependencies): OrganizationHandlers => ({
  create: write(async ({ tx, caller, body, now }) => {
    // Without an Owner, nobody could manage it.
    if (caller.type === 'bot') throw new Problem('ForbiddenError', 'A bot cannot own an organization')
    const organization = await createOrganization(tx, { name: body.name, owner_id: caller.id, now })
    await recordOrganizationAudit({ tx, caller, organization, now }, 'ORGANIZATION_CREATED')
    return { organization: organizationView(organization, await getOwner(tx, organization.id)) }
  }),

  get: read(async ({ db, organization }) => ({
    organization: organizationView(organization, await getOwner(db, organization.id)),
  })),

  getStorage: read(async ({ db, organization }) => ({
    storage: {
      bytes: await findOrganizationBytes(db, organization.id),
      limit_bytes: storageLimitBytes === 0 ? null : storageLimitBytes,
    },
  })),

  update: write(async ({ tx, caller, claim, organization, body, now }) => {
    const { name, metadata, is_guest_invite_requires_approval: requires } = body
    if (metadata !== undefined) checkSettings(metadata)
    const columns = {
      ...(name === undefined ? {} : { name }),
      ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
      ...(requires === undefined ? {} : { is_guest_invite_requires_approval: Number(requires) }),
    }
    if (Object.keys(columns).length > 0) await updateOrganization(tx, organization.id, { ...columns, updated_at: now })
    if (requiresSecondFactor(columns.metadata ?? '[]') && !requiresSecondFactor(organization.metadata))
      await endUnprotectedSessions(tx, { organization_id: organization.id }, now, claim.grant_id)
    const changes = settingChanges(organization, columns)
    if (changes.length > 0)
      await recordOrganizationAudit({ tx, caller, organization, now }, 'ORGANIZATION_UPDATED', changes)
    return { message: 'The organization was updated' }
  }),

  listMembers: read(async ({ db, organization, organizationRole, query, url }) => {
    const { found, total } = await listMembers(db, organization.id, {
      query: query.query,
      filter: readFilter(query.filter_by, memberFilters),
      order_by: query.order_by ?? 'email',
      direction: query.order_direction === 'DESC' ? 'desc' : 'asc',
      ...sliceOf(query),
    })
    const isManager = can(organizationRole, 'can_edit_user_info')
    return {
      organization_users: found.map(row => memberView(row, { sign, isManager })),
      ...envelope(url, query, { total, size: found.length }),
    }
  }),

  addMember: write(async call => {
    const { tx, caller, organization, organizationRole, body, limits, now } = call
    const role = getAssignableRole(organizationRole, body.organization_role_id ?? organizationRoles.standard.id)
    await lockOrganization(tx, organization.id)
    const invitation = { organization, email: body.email, role, invited_by: caller.id, limits, now }
    const { user_id, awaits, hasJoined } = await inviteMember(tx, invitation)
    const changes = [{ field: 'organization_role', before: null, after: role.name }]
    await recordMemberAudit(call, 'MEMBER_INVITED', { id: user_id, email: body.email }, changes)
    if (awaits) return { message: 'The guest is waiting for approval' }
    return { message: hasJoined ? 'The bot was added' : 'The user was invited' }
  }),

  updateMember: write(async call => {
    // The organization is locked before the member is read: whether the user has an account must not change meanwhile.
    await lockOrganization(call.tx, call.organization.id)
    await lockUser(call.tx, call.params.user_id as number)
    await updateMember(call, await getVisibleMember(call))
    return { message: 'The member was updated' }
  }),

  approve: write(async call => {
    const { tx, caller, organization, limits, now } = call
    const member = await getVisibleMember(call)
    if (member.awaits_approval === 0) throw new Problem('BadRequest', 'This member is not waiting for approval')
    const key = { organization_id: organization.id, user_id: member.id }
    await storeMember(tx, key, { awaits_approval: 0, updated_at: now })
    await admitMember(tx, { ...key, type: member.type }, caller.id, { limits, now })
    await recordMemberAudit(call, 'MEMBER_APPROVED', member)
    return { message: 'The guest was approved and invited' }
  }),

  inviteAgain: write(async call => {
    const member = await getVisibleMember(call)
    await inviteAgain(call, member)
    await recordMemberAudit(call, 'MEMBER_INVITED_AGAIN', member)
    return { message: 'The invitation was sent again' }
  }),

  removeMember: write(async call => {
    const member = await getVisibleMember(call)
    await removeMember(call, member)
    const isPending = member.invited_state === 'PENDING_INVITE'
    await recordMemberAudit(call, isPending ? 'INVITATION_WITHDRAWN' : 'MEMBER_REMOVED', member)
    return { message: isPending ? 'The invitation was withdrawn' : 'The member was removed' }
  }),

  listAudit: read(async ({ db, organization, query, url }) => {
    const { entries, total } = await listAudit(db, organization.id, sliceOf(query))
    return { audit_entries: entries, ...envelope(url, query, { total, size: entries.length }) }
  }),

  listRoles: read(async () => ({
    organization_roles: organizationRoles.all.map(role => organizationRoleView(role, 0)),
  })),
})

type MemberCall = Pick<
  WriteCall<{ path: ''; needs: { load: 'organization' } }>,
  'tx' | 'caller' | 'organization' | 'organizationRole'
> & {
  readonly params: { readonly user_id: number | 'me' }
}

/** The member is read after the organization is locked, so that they cannot change while the request runs. */
async function getVisibleMember({
  tx,
  caller,
  organization,
  organizationRole,
  params,
}: MemberCall): Promise<MemberRow> {
  const user_id = params.user_id as number
  await lockOrganization(tx, organization.id)
  const member = await findMember(tx, organization.id, user_id)
  const isVisible = user_id === caller.id || can(organizationRole, 'can_list_organization_users')
  if (!member || !isVisible) throw notFound('member')
  return member
}
