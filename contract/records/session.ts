// Where a person is signed in, and which applications they have let act for them.

import { Type } from 'typebox'
import { timestamp } from '../values.ts'

export const Session = Type.Object({
  id: Type.String(),
  user_agent: Type.String(),
  address: Type.String({ description: 'The network address it was last seen from' }),
  is_current: Type.Boolean({ description: 'Whether the token of this request came from it' }),
  created_at: timestamp(),
  last_seen_at: timestamp(),
})

export const Authorization = Type.Object({
  client_id: Type.String(),
  name: Type.String(),
  owner: Type.Object({ first_name: Type.String(), last_name: Type.String() }),
  created_at: timestamp(),
  last_granted_at: timestamp(),
})

/** An application that an organization lets use refresh tokens. */
export const WhitelistedApplication = Type.Object({
  client_id: Type.String(),
  name: Type.String(),
  owner: Type.Object({ first_name: Type.String(), last_name: Type.String() }),
  whitelisted_at: timestamp(),
})

/** The same from the other side. */
export const WhitelistingOrganization = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  whitelisted_at: timestamp(),
})
