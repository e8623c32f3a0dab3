// Organizations: the record, and the item of a user's list.

import { Type } from 'typebox'
import { orNull, timestamp } from '../values.ts'
import { OrganizationRole } from './role.ts'
import { OrganizationOwner } from './user.ts'

const shared = {
  id: Type.Integer(),
  name: Type.String(),
  locked_at: orNull(timestamp()),
  account_id: Type.Integer(),
  created_at: timestamp(),
  updated_at: timestamp(),
  expiration: orNull(timestamp()),
  plan: Type.Object({ id: Type.Integer(), name: Type.String() }),
  is_guest_invite_requires_approval: Type.Boolean(),
}

export const Metadata = Type.Array(
  Type.Object(
    { key: Type.String({ minLength: 1, maxLength: 255 }), value: Type.String({ maxLength: 4_096 }) },
    { named: 'MetadataEntry' },
  ),
  {
    maxItems: 100,
    description:
      'Your own entries. The keys `publishing` (`editors`, `admins`), `require_second_factor` and `require_whitelisting` (`true`, `false`) are settings.',
  },
)

export const Organization = Type.Object(
  { ...shared, owner: OrganizationOwner, metadata: Metadata },
  { named: 'Organization' },
)

export const OneOrganization = Type.Object({ organization: Organization })

export const OrganizationListItem = Type.Object(
  { ...shared, organization_role: OrganizationRole },
  { named: 'OrganizationListItem' },
)

export const StorageUse = Type.Object(
  {
    bytes: Type.Integer({ description: 'A file counts in every workspace that has it, until the workspace is erased' }),
    limit_bytes: orNull(Type.Integer({ description: 'Null for no limit' })),
  },
  { named: 'StorageUse' },
)

export const OneStorageUse = Type.Object({ storage: StorageUse })
