// The records of the three types of role, with a boolean for each flag.

import { type TBoolean, type TObject, Type } from 'typebox'
import type { ApplicationFlag, OrganizationFlag, WorkspaceFlag } from '../permissions.ts'
import { flag, oneOf, text, whole } from '../values.ts'
import { applicationFlagMeanings, organizationFlagMeanings, workspaceFlagMeanings } from './flag-meanings.ts'

const roleTypes = ['owner', 'admin', 'user', 'guest'] as const

const common = {
  id: whole('Identifies the role among those of its type'),
  name: text('Name of the role'),
  description: text('Description of the role, in English'),
  role_type: oneOf(roleTypes, { description: 'Type of the role' }),
  is_default: flag('Whether new users, members or participants have it unless another one is given'),
  display_order: whole('Its position in lists of roles'),
}

const ofOrganization = {
  organization_id: whole('Id of the organization that it is used in; 0 in the list of all roles'),
  is_editable: flag('Whether it can be edited'),
  is_deletable: flag('Whether it can be deleted'),
}

export const ApplicationRole = role<typeof common, ApplicationFlag>(
  { named: 'ApplicationRole', description: 'The rights of a user in the whole installation' },
  common,
  applicationFlagMeanings,
)

export const OrganizationRole = role<typeof common & typeof ofOrganization, OrganizationFlag>(
  { named: 'OrganizationRole', description: 'The rights of a member in an organization' },
  { ...common, ...ofOrganization },
  organizationFlagMeanings,
)

const ofWorkspace = { is_saml: flag('Whether single sign-on assigns it') }

export const WorkspaceRole = role<typeof common & typeof ofOrganization & typeof ofWorkspace, WorkspaceFlag>(
  { named: 'WorkspaceRole', description: 'The rights of a user in a workspace' },
  { ...common, ...ofOrganization, ...ofWorkspace },
  workspaceFlagMeanings,
)

function role<Columns extends object, Flag extends string>(
  about: { named: string; description: string },
  columns: Columns,
  flags: Readonly<Record<Flag, string>>,
) {
  const booleans = Object.fromEntries(Object.entries<string>(flags).map(([name, meaning]) => [name, flag(meaning)]))
  return Type.Object({ ...columns, ...booleans } as never, about) as unknown as TObject<
    Columns & Record<Flag, TBoolean>
  >
}
