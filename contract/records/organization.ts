// Organizations: the record, and the item of a user's list.

import { Type } from 'typebox'
import { flag, orNull, text, timestamp, whole } from '../values.ts'
import { OrganizationRole } from './role.ts'
import { OrganizationOwner } from './user.ts'

const Plan = Type.Object(
  { id: whole('Identifies the plan'), name: text('Name of the plan') },
  { named: 'Plan', description: 'The plan of an organization' },
)

const shared = {
  id: whole('Identifies the organization'),
  name: text('Name of the organization'),
  locked_at: orNull(timestamp({ description: 'When it was locked; null if it is not' })),
  account_id: whole('Id of the account that the organization belongs to'),
  created_at: timestamp({ description: 'When it was created' }),
  updated_at: timestamp({ description: 'When it was last changed' }),
  expiration: orNull(timestamp({ description: 'When its plan ends; null if it has no end' })),
  plan: Plan,
  is_guest_invite_requires_approval: flag('Whether invitations of guests require approval'),
}

const MetadataEntry = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the entry' }),
    value: Type.String({ maxLength: 4_096, description: 'Value of the entry' }),
  },
  { named: 'MetadataEntry', description: 'An entry of your own, or a setting' },
)

export const Metadata = Type.Array(MetadataEntry, {
  maxItems: 100,
  description:
    'Your own entries. The keys `publishing` (`editors`, `admins`), `require_second_factor` and `require_whitelisting` (`true`, `false`) are settings.',
})

export const Organization = Type.Object(
  { ...shared, owner: OrganizationOwner, metadata: Metadata },
  { named: 'Organization', description: 'An organization, which has members and owns workspaces' },
)

export const OneOrganization = Type.Object({ organization: Organization })

export const OrganizationListItem = Type.Object(
  { ...shared, organization_role: OrganizationRole },
  { named: 'OrganizationListItem', description: 'An organization of a user, with their role in it' },
)

export const StorageUse = Type.Object(
  {
    bytes: whole('A file counts in every workspace that has it, until the workspace is erased'),
    limit_bytes: orNull(whole('The limit in bytes; null for no limit')),
  },
  { named: 'StorageUse', description: 'The storage that the files of an organization use' },
)

export const OneStorageUse = Type.Object({ storage: StorageUse })
