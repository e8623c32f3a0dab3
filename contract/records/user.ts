// Users: as they see themselves, as others see them, and as members and owners.

import { Type } from 'typebox'
import { flag, language, oneOf, optional, orNull, text, timestamp, whole } from '../values.ts'
import { ApplicationRole, OrganizationRole } from './role.ts'

const person = {
  id: whole('Identifies the user'),
  email: text('Email address'),
  first_name: text('First name'),
  last_name: text('Last name'),
}

const userType = () => oneOf(['person', 'bot'], { description: 'A bot is the user of an application' })

const described = {
  ...person,
  type: userType(),
  title: orNull(text('Job title; null if unknown')),
  industry: text('Industry; empty if unknown'),
  phone_number: text('Phone number; empty if unknown'),
  avatar_url: orNull(text('Signed URL of their picture; null if they have none')),
  locked_at: orNull(timestamp({ description: 'When the user was locked; null if they are not' })),
  created_at: timestamp({ description: 'When the user was created' }),
  updated_at: timestamp({ description: 'When the user was last changed' }),
}

export const UserPreference = Type.Object(
  {
    notify_on_new_message: flag('Whether they get an email when a comment mentions them'),
    language: orNull(language({ description: 'The language of emails to them; null: unknown, English is used' })),
  },
  { named: 'UserPreference', description: 'The preferences of a user' },
)

const pendingEmail = () =>
  optional(orNull(text('The requested new address, until the user confirms it with the link that was sent to it')))

/** application_role, user_preference and pending_email are only visible to the user and to those who can list users. */
const SessionUser = Type.Object(
  {
    ...described,
    archived: flag('Whether the user is archived, which ends their access'),
    application_role: optional(ApplicationRole),
    user_preference: optional(UserPreference),
    pending_email: pendingEmail(),
  },
  { named: 'SessionUser', description: 'The user that a token belongs to' },
)

export const OneSessionUser = Type.Object({ user: SessionUser })

const SharedOrganization = Type.Object(
  { id: whole('Identifies the organization'), name: text('Name of the organization') },
  { named: 'SharedOrganization', description: 'An organization that you share with a user' },
)

export const User = Type.Object(
  {
    ...SessionUser.properties,
    last_login_at: orNull(timestamp({ description: 'When they last signed in; null if never' })),
    organizations: Type.Array(SharedOrganization, { description: 'The organizations that you share with them' }),
  },
  {
    named: 'User',
    description: 'A user. The role, preferences and pending address are only included for callers with access to them',
  },
)

export const OneUser = Type.Object({ user: User })

/** The response to setting a picture. */
export const OneAvatar = Type.Object({ avatar_url: text('Signed URL of the picture') })

/** pending_email is only visible to those who can edit members. A pending member's own details are hidden. */
export const OrganizationMember = Type.Object(
  {
    ...described,
    pending_email: pendingEmail(),
    invited_state: oneOf(['PENDING_INVITE', 'ACCEPTED'], { description: 'Whether they have accepted the invitation' }),
    awaits_approval: flag('Whether the invitation waits for the approval of an Admin'),
    organization_role: OrganizationRole,
  },
  { named: 'OrganizationMember', description: 'A user in an organization, or an invited person' },
)

export const OrganizationOwner = Type.Object(
  {
    ...person,
    locked_at: orNull(timestamp({ description: 'When the user was locked; null if they are not' })),
    account_id: whole('Id of the account of the organization'),
    created_at: timestamp({ description: 'When the user was created' }),
    updated_at: timestamp({ description: 'When the user was last changed' }),
  },
  { named: 'OrganizationOwner', description: 'The Owner of an organization' },
)

export const WorkspaceOwner = Type.Object(described, {
  named: 'WorkspaceOwner',
  description: 'The Owner of a workspace',
})

export const WorkspaceUser = Type.Object(
  {
    ...person,
    type: userType(),
    workspace_role_id: whole('Id of their role in the workspace'),
    role_type: text('Type of the role: `owner`, `admin`, `user` or `guest`'),
    has_role: flag('False: has access because the workspace is public'),
    is_guest: flag('True: a guest of the organization'),
  },
  { named: 'WorkspaceUser', description: 'A user who has access to a workspace' },
)

export const ActiveUser = Type.Object(
  {
    ...person,
    type: oneOf(['browser', 'app', 'viewer', 'bot'], {
      description: 'How they are connected: in a browser, through a program, as a viewer, or as a bot',
    }),
    leader: flag('Whether they are leading, so that others can follow their view'),
  },
  { named: 'ActiveUser', description: 'A user who has the workspace open' },
)

export const Actor = Type.Object(person, { named: 'Actor', description: 'The user who did something' })

const ActingApplication = Type.Object(
  { client_id: text('Identifies the application'), name: text('Name of the application') },
  { named: 'ActingApplication', description: 'The application that acted for the user; null if none did' },
)

/** The user who caused an event, and the application that acted for them. */
export const EventActor = Type.Object(
  { ...person, via: orNull(ActingApplication) },
  { named: 'EventActor', description: 'The user who did something, and the application that acted for them' },
)
