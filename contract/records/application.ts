// A registered application, and a personal access token. Secrets are only in the response that created them.

import { Type } from 'typebox'
import { scopes } from '../scopes.ts'
import { flag, oneOf, optional, orNull, text, timestamp, whole } from '../values.ts'

/** How an application proves who it is at the token endpoint. `none`: a public client, which has no secret. */
export const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const

/** What created something. Null instead: a browser session, or an earlier version. */
export const CreatedWith = Type.Object(
  {
    type: oneOf(['token', 'application'], { description: 'A personal token of yours, or an application' }),
    id: text('Id of the token, or client id of the application'),
    name: text('Its name at that time'),
  },
  { named: 'CreatedWith', description: 'The token or application that created something' },
)

const CreatedPart = Type.Object(
  {
    part: oneOf(['secret', 'bot', 'redirect_uri'], { description: 'What was created' }),
    redirect_uri: orNull(text('The redirect URI, if it is one')),
    created_with: CreatedWith,
  },
  { named: 'CreatedPart', description: 'A part of an application that was created with a token, and ends with it' },
)

const BotUser = Type.Object(
  { id: whole('Id of the user'), email: text('Address by which the bot is invited to workspaces') },
  { named: 'BotUser', description: 'The user that an application acts as on its own' },
)

export const Application = Type.Object(
  {
    client_id: text('Identifies the application in OAuth'),
    client_secret: optional(text('Shown once, when it is created')),
    name: text('Name that people see when they are asked for consent'),
    redirect_uri: text('The first of `redirect_uris`; empty if there is none'),
    redirect_uris: Type.Array(Type.String(), {
      description: 'The URLs that people can be redirected to after consent',
    }),
    whitelisted_domains: Type.Array(Type.String(), {
      description: 'Domains of the application, as its owner lists them. They are stored but have no effect',
    }),
    require_pkce: flag('Whether every authorization requires a PKCE challenge'),
    allow_implicit: flag('Whether the implicit grant is allowed, which gives the token to the page directly'),
    token_endpoint_auth_method: oneOf(authMethods, {
      description: 'How it authenticates at the token endpoint. `none`: a public client, without a secret',
    }),
    bot: flag('True: it has a user of its own and can use the client credentials grant'),
    bot_user: orNull(BotUser),
    scope: text('The most that its tokens can do: scopes separated by spaces. Those of the token that created it'),
    created_with: orNull(CreatedWith),
    parts_created_with: Type.Array(CreatedPart, {
      description: 'Parts that were created with a token after the application, and end with that token',
    }),
    created_at: timestamp({ description: 'When it was registered' }),
    updated_at: timestamp({ description: 'When it was last changed' }),
  },
  { named: 'Application', description: 'An application that uses OAuth to act for people or as a bot' },
)

export const OneApplication = Type.Object({ application: Application })

export const Token = Type.Object(
  {
    id: text('Identifies the token, for example to revoke it. It is not the secret'),
    name: text('Name of the token, of your choice'),
    access_token: optional(text('The secret, to send as `Authorization: Bearer`. Shown once, when it is created')),
    scope: text(`What it can be used for: one or more of ${scopes.join(', ')}, separated by spaces`),
    workspace_id: orNull(text('The uid of the only workspace that it gives access to; null for all of yours')),
    created_with: orNull(CreatedWith),
    created_at: timestamp({ description: 'When it was created' }),
    expires_at: orNull(whole('When it expires, in seconds since 1970; null if it does not expire')),
    last_used_at: orNull(
      timestamp({ description: 'When it was last used, accurate to a few minutes; null if it has not been used' }),
    ),
  },
  { named: 'Token', description: 'A personal access token, for scripts and tools of one person' },
)

export const OneToken = Type.Object({ token: Token })
