// The sessions of a user, and the applications that can act for them.

import { Type } from 'typebox'
import { orNull, timestamp } from '../values.ts'

/** The person who registered an application. Null instead if it registered itself. */
const ApplicationOwner = Type.Object(
  { first_name: Type.String(), last_name: Type.String() },
  { named: 'ApplicationOwner' },
)

export const Session = Type.Object(
  {
    id: Type.String(),
    user_agent: Type.String(),
    browser: orNull(Type.String({ description: 'Guessed from the user agent' })),
    system: orNull(Type.String({ description: 'Guessed from the user agent' })),
    address: Type.String({ description: 'The network address of its last request' }),
    is_current: Type.Boolean({ description: 'Whether the token of this request belongs to it' }),
    created_at: timestamp(),
    last_seen_at: timestamp(),
  },
  { named: 'Session' },
)

export const Authorization = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    owner: orNull(ApplicationOwner),
    scope: Type.String({ description: 'What it may do for you: scopes separated by blanks' }),
    created_at: timestamp(),
    last_granted_at: timestamp(),
  },
  { named: 'Authorization' },
)

/** An application that an organization allows to use refresh tokens. */
export const WhitelistedApplication = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    owner: orNull(ApplicationOwner),
    whitelisted_at: timestamp(),
  },
  { named: 'WhitelistedApplication' },
)

/** An organization that allows an application to use refresh tokens. */
export const WhitelistingOrganization = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    whitelisted_at: timestamp(),
  },
  { named: 'WhitelistingOrganization' },
)
