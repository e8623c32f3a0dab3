// Organizations and their members.

import { Type } from 'typebox'
import { caller, get, Message, organization, post, put, remove } from '../operation.ts'
import { filterBy, listQuery, PageQuery, paged } from '../paging.ts'
import {
  AuditEntry,
  Metadata,
  OneOrganization,
  OneStorageUse,
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

const personName = (description: string) => Type.String({ maxLength: 255, trim: true, description })

const MemberEdit = Type.Object({
  first_name: optional(personName('First name')),
  last_name: optional(personName('Last name')),
  phone_number: optional(Type.String({ maxLength: 64, trim: true, description: 'Phone number' })),
  organization_role_id: optional(rowId('Id of their new role in the organization')),
  email: optional(emailAddress('New email address. It takes effect when the member confirms it')),
})

const OrganizationEdit = Type.Object({
  name: optional(title('Name of the organization')),
  is_guest_invite_requires_approval: optional(
    boolean({ description: 'Whether invitations of guests require approval' }),
  ),
  metadata: optional(Metadata),
})

const members = {
  ...listQuery(['email', 'first_name', 'last_name', 'created_at', 'id']).properties,
  filter_by: filterBy(memberFilters),
}

export const organizations = {
  create: post('/organizations', {
    title: 'Create an Organization',
    description:
      'Creates an organization with the caller as its Owner. Workspaces and members belong to an organization.',
    needs: caller('can_create_organizations'),
    body: Type.Object({ name: title('Name of the organization') }),
    reply: OneOrganization,
    errors: 'A',
    status: 201,
  }),
  get: get('/organizations/:organization_id', {
    title: 'Get an Organization',
    description: 'Returns an organization that you are a member of, with its Owner and settings.',
    needs: organization(),
    reply: OneOrganization,
    errors: 'C',
  }),
  getStorage: get('/organizations/:organization_id/storage', {
    title: 'Get the Storage Use of an Organization',
    description:
      'Returns how many bytes the uploaded files of an organization use, and the limit. Uploads that exceed the limit are rejected.',
    needs: organization(),
    reply: OneStorageUse,
    errors: 'A',
  }),
  update: put('/organizations/:organization_id', {
    title: 'Update an Organization',
    description:
      'Changes the name, the guest approval setting or the metadata of an organization. `metadata` replaces all entries.',
    needs: organization('can_change_organization_settings'),
    body: OrganizationEdit,
    reply: Message,
    errors: 'A',
  }),
  listMembers: get('/organizations/:organization_id/users', {
    title: "List an Organization's Members",
    description: 'Lists the members of an organization. The list can be searched, sorted and filtered.',
    needs: organization('can_list_organization_users'),
    query: Type.Object(members),
    reply: paged('organization_users', OrganizationMember),
    errors: 'B',
  }),
  addMember: post('/organizations/:organization_id/users', {
    title: 'Add a User to an Organization',
    description:
      'Invites a person by email address. They get an email with a link, and become a member once they accept the invitation.',
    needs: organization(['can_add_user', 'can_add_guest', 'can_add_admin']),
    body: Type.Object({
      email: emailAddress('Email address of the person to invite'),
      organization_role_id: optional(rowId('Id of their role; that of a user if omitted')),
    }),
    reply: Message,
    errors: 'B',
  }),
  updateMember: put('/organizations/:organization_id/users/:user_id', {
    title: 'Update a Member',
    description:
      'Changes the name, contact data or role of a member; a new email address takes effect once the member confirms it.',
    needs: organization(),
    body: MemberEdit,
    reply: Message,
    errors: 'B',
  }),
  approve: put('/organizations/:organization_id/users/:user_id/approve', {
    title: 'Approve a Guest',
    description:
      'Approves the invitation of a guest, if the organization requires approval. The invitation email is sent only after that.',
    needs: organization('can_approve_guest_invite'),
    reply: Message,
    errors: 'A',
  }),
  inviteAgain: post('/organizations/:organization_id/users/:user_id/invitation', {
    title: 'Send an Invitation Again',
    description: 'Sends the invitation email again to a member who has not accepted yet.',
    needs: organization(['can_add_user', 'can_add_guest', 'can_add_admin']),
    reply: Message,
    errors: 'A',
  }),
  removeMember: remove('/organizations/:organization_id/users/:user_id', {
    title: 'Remove a Member from an Organization',
    description:
      'Removes a member, or withdraws an invitation that is not accepted yet. They lose access to the workspaces of the organization.',
    needs: organization(),
    reply: Message,
    errors: 'B',
  }),
  listApplications: get('/organizations/:organization_id/applications', {
    title: 'List Whitelisted Applications',
    description: 'Lists the applications that the organization allows to use refresh tokens.',
    needs: organization('manage'),
    reply: Type.Object({
      applications: Type.Array(WhitelistedApplication, { description: 'The applications that it allows' }),
    }),
    errors: 'A',
  }),
  withdrawApplication: remove('/organizations/:organization_id/applications/:client_id', {
    title: 'Withdraw a Whitelisted Application',
    description: 'Withdraws the permission of an application to use refresh tokens.',
    needs: organization('manage'),
    reply: Message,
    errors: 'A',
  }),
  listAudit: get('/organizations/:organization_id/audit', {
    title: 'List the Audit Log of an Organization',
    description:
      'Lists the audit log of an organization, newest first: who changed members, roles, settings, tokens and workspaces, and who signed in.',
    needs: organization('manage'),
    query: PageQuery,
    reply: paged('audit_entries', AuditEntry),
    errors: 'A',
  }),
  listRoles: get('/organizations/roles', {
    title: 'List Organization Roles',
    description:
      'Lists the roles that members of an organization can have, with their rights. Their ids are the `organization_role_id` of other operations.',
    needs: caller(),
    takesWorkspaceTokens: true,
    reply: Type.Object({ organization_roles: Type.Array(OrganizationRole, { description: 'All roles' }) }),
    errors: 'B',
  }),
}
