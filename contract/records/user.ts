// Users: as they see themselves, as others see them, and as members and owners.

import { Type } from 'typebox'
import { language, oneOf, optional, orNull, timestamp } from '../values.ts'
import { ApplicationRole, OrganizationRole } from './role.ts'

const person = {
  id: Type.Integer(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
}

/** A bot is the user of an application. */
const userType = () => oneOf(['person', 'bot'])

const described = {
  ...person,
  type: userType(),
  title: orNull(Type.String()),
  industry: Type.String(),
  phone_number: Type.String(),
  avatar_url: orNull(Type.String()),
  locked_at: orNull(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
}

export const UserPreference = Type.Object(
  {
    notify_on_new_message: Type.Boolean(),
    language: orNull(language({ description: 'The language of mail to them; null: unknown, so English' })),
  },
  { named: 'UserPreference' },
)

const pendingEmail = () =>
  optional(
    orNull(
      Type.String({
        description: 'The requested new address, until the link that was mailed to it has been confirmed',
      }),
    ),
  )

/** application_role, user_preference and pending_email are only visible to the user and to those who can list users. */
const SessionUser = Type.Object(
  {
    ...described,
    archived: Type.Boolean(),
    application_role: optional(ApplicationRole),
    user_preference: optional(UserPreference),
    pending_email: pendingEmail(),
  },
  { named: 'SessionUser' },
)

export const OneSessionUser = Type.Object({ user: SessionUser })

export const User = Type.Object(
  {
    ...SessionUser.properties,
    last_login_at: orNull(timestamp()),
    organizations: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  },
  { named: 'User' },
)

export const OneUser = Type.Object({ user: User })

/** The response to setting a picture. */
export const OneAvatar = Type.Object({ avatar_url: Type.String() })

/** pending_email is only visible to those who can edit members. A pending member's own details are hidden. */
export const OrganizationMember = Type.Object(
  {
    ...described,
    pending_email: pendingEmail(),
    invited_state: oneOf(['PENDING_INVITE', 'ACCEPTED']),
    awaits_approval: Type.Boolean(),
    organization_role: OrganizationRole,
  },
  { named: 'OrganizationMember' },
)

export const OrganizationOwner = Type.Object(
  {
    ...person,
    locked_at: orNull(timestamp()),
    account_id: Type.Integer(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { named: 'OrganizationOwner' },
)

export const WorkspaceOwner = Type.Object(described, { named: 'WorkspaceOwner' })

export const WorkspaceUser = Type.Object(
  {
    ...person,
    type: userType(),
    workspace_role_id: Type.Integer(),
    role_type: Type.String(),
    has_role: Type.Boolean({ description: 'false: has access because the workspace is public' }),
    is_guest: Type.Boolean({ description: 'true: a guest of the organization' }),
  },
  { named: 'WorkspaceUser' },
)

export const ActiveUser = Type.Object(
  {
    ...person,
    type: oneOf(['browser', 'app', 'viewer', 'bot']),
    leader: Type.Boolean(),
  },
  { named: 'ActiveUser' },
)

export const Actor = Type.Object(person, { named: 'Actor' })

/** The user who caused an event, and the application that acted for them. */
export const EventActor = Type.Object(
  {
    ...person,
    via: orNull(
      Type.Object(
        { client_id: Type.String(), name: Type.String() },
        { named: 'ActingApplication', description: 'null: no application' },
      ),
    ),
  },
  { named: 'EventActor' },
)
