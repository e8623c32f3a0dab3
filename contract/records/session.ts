// The sessions of a user, and the applications that can act for them.

import { Type } from 'typebox'
import { flag, orNull, text, timestamp, whole } from '../values.ts'

const ApplicationOwner = Type.Object(
  { first_name: text('First name'), last_name: text('Last name') },
  { named: 'ApplicationOwner', description: 'Who registered the application; null instead if it registered itself' },
)

export const Session = Type.Object(
  {
    id: text('Identifies the session'),
    user_agent: text('The `User-Agent` header that the browser sent'),
    browser: orNull(text('Name of the browser, guessed from the user agent; null if unknown')),
    system: orNull(text('Its operating system, guessed from the user agent; null if unknown')),
    address: text('The network address of its last request'),
    is_current: flag('Whether the token of this request belongs to it'),
    created_at: timestamp({ description: 'When you signed in' }),
    last_seen_at: timestamp({ description: 'When it was last used' }),
  },
  { named: 'Session', description: 'A browser that a user is signed in with' },
)

export const Authorization = Type.Object(
  {
    client_id: text('Identifies the application'),
    name: text('Name of the application'),
    owner: orNull(ApplicationOwner),
    scope: text('What it can do for you: scopes separated by spaces'),
    created_at: timestamp({ description: 'When you first authorized it' }),
    last_granted_at: timestamp({ description: 'When you last authorized it' }),
  },
  { named: 'Authorization', description: 'An application that can act for a user' },
)

export const WhitelistedApplication = Type.Object(
  {
    client_id: text('Identifies the application'),
    name: text('Name of the application'),
    owner: orNull(ApplicationOwner),
    whitelisted_at: timestamp({ description: 'When the organization allowed it' }),
  },
  { named: 'WhitelistedApplication', description: 'An application that an organization allows to use refresh tokens' },
)

export const WhitelistingOrganization = Type.Object(
  {
    id: whole('Identifies the organization'),
    name: text('Name of the organization'),
    whitelisted_at: timestamp({ description: 'When it allowed the application' }),
  },
  {
    named: 'WhitelistingOrganization',
    description: 'An organization that allows an application to use refresh tokens',
  },
)
