// Organizations and their members.

import { Type } from 'typebox'
import { caller, get, Message, organization, post, put, remove } from '../operation.ts'
import { filterBy, listQuery, PageQuery, paged } from '../paging.ts'
import {
  AuditEntry,
  Metadata,
  OneOrganization,
  OrganizationMember,
  OrganizationRole,
  WhitelistedApplication,
} from '../records/index.ts'
import { boolean, emailAddress, optional, rowId, title } from '../values.ts'

export const memberFilters = [
  'email',
  'first_name',
  'last_name',
  'invited_state',
  'role_type',
  'organization_role_id',
  'awaits_approval',
] as const

const personName = () => Type.String({ maxLength: 255, trim: true })

const MemberEdit = Type.Object({
  first_name: optional(personName()),
  last_name: optional(personName()),
  phone_number: optional(Type.String({ maxLength: 64, trim: true })),
  organization_role_id: optional(rowId()),
  email: optional(emailAddress()),
})

const OrganizationEdit = Type.Object({
  name: optional(title()),
  is_guest_invite_requires_approval: optional(boolean()),
  metadata: optional(Metadata),
})

const members = {
  ...listQuery(['email', 'first_name', 'last_name', 'created_at', 'id']).properties,
  filter_by: filterBy(memberFilters),
}

// biome-ignore format: a table
export const organizations = {
  create:       post('/organizations',                                         { title: 'Create an Organization',                needs: caller('can_create_organizations'), body: Type.Object({ name: title() }), reply: OneOrganization, errors: 'A', status: 201 }),
  get:          get('/organizations/:organization_id',                         { title: 'Get an Organization',                   needs: organization(), reply: OneOrganization, errors: 'C' }),
  update:       put('/organizations/:organization_id',                         { title: 'Update an Organization',                needs: organization('can_change_organization_settings'), body: OrganizationEdit, reply: Message, errors: 'A' }),
  listMembers:  get('/organizations/:organization_id/users',                   { title: 'List an Organization\'s Members',       needs: organization('can_list_organization_users'), query: Type.Object(members), reply: paged('organization_users', OrganizationMember), errors: 'B' }),
  addMember:    post('/organizations/:organization_id/users',                  { title: 'Add a User to an Organization',         needs: organization(['can_add_user', 'can_add_guest', 'can_add_admin']), body: Type.Object({ email: emailAddress(), organization_role_id: optional(rowId()) }), reply: Message, errors: 'B' }),
  updateMember: put('/organizations/:organization_id/users/:user_id',          { title: 'Update a Member',                       needs: organization(), body: MemberEdit, reply: Message, errors: 'B' }),
  approve:      put('/organizations/:organization_id/users/:user_id/approve',  { title: 'Approve a Guest',                       needs: organization('can_approve_guest_invite'), reply: Message, errors: 'A' }),
  inviteAgain:  post('/organizations/:organization_id/users/:user_id/invitation', { title: 'Send an Invitation Again',           needs: organization(['can_add_user', 'can_add_guest', 'can_add_admin']), reply: Message, errors: 'A' }),
  removeMember: remove('/organizations/:organization_id/users/:user_id',       { title: 'Remove a Member from an Organization',  needs: organization(), reply: Message, errors: 'B' }),
  listApplications:    get('/organizations/:organization_id/applications',               { title: 'List Whitelisted Applications',      needs: organization('manage'), reply: Type.Object({ applications: Type.Array(WhitelistedApplication) }), errors: 'A' }),
  withdrawApplication: remove('/organizations/:organization_id/applications/:client_id', { title: 'Withdraw a Whitelisted Application',  needs: organization('manage'), reply: Message, errors: 'A' }),
  listAudit:    get('/organizations/:organization_id/audit',                   { title: 'List Who Did What in an Organization',  needs: organization('manage'), query: PageQuery, reply: paged('audit_entries', AuditEntry), errors: 'A' }),
  listRoles:    get('/organizations/roles',                                    { title: 'List Organization Roles',               needs: caller(), reply: Type.Object({ organization_roles: Type.Array(OrganizationRole) }), errors: 'B' }),
}
