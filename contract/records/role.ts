// The records of the three types of role, with a boolean for each flag.

import { type TBoolean, type TObject, Type } from 'typebox'
import {
  type ApplicationFlag,
  applicationFlags,
  type OrganizationFlag,
  organizationFlags,
  type WorkspaceFlag,
  workspaceFlags,
} from '../permissions.ts'

const common = {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  role_type: Type.String(),
  is_default: Type.Boolean(),
  display_order: Type.Integer(),
}

const ofOrganization = {
  organization_id: Type.Integer(),
  is_editable: Type.Boolean(),
  is_deletable: Type.Boolean(),
}

export const ApplicationRole = role('ApplicationRole', common, applicationFlags as readonly ApplicationFlag[])
export const OrganizationRole = role(
  'OrganizationRole',
  { ...common, ...ofOrganization },
  organizationFlags as readonly OrganizationFlag[],
)
export const WorkspaceRole = role(
  'WorkspaceRole',
  { ...common, ...ofOrganization, is_saml: Type.Boolean() },
  workspaceFlags as readonly WorkspaceFlag[],
)

function role<Columns extends object, Flag extends string>(named: string, columns: Columns, flags: readonly Flag[]) {
  const booleans = Object.fromEntries(flags.map(flag => [flag, Type.Boolean()])) as Record<Flag, TBoolean>
  return Type.Object({ ...columns, ...booleans } as never, { named }) as unknown as TObject<
    Columns & Record<Flag, TBoolean>
  >
}
