// A registered application, and a personal access token. Secrets are only in the response that created them.

import { Type } from 'typebox'
import { scopes } from '../scopes.ts'
import { oneOf, optional, orNull, timestamp } from '../values.ts'

/** How an application proves who it is at the token endpoint. `none`: a public client, which has no secret. */
export const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const

export const Application = Type.Object(
  {
    client_id: Type.String(),
    client_secret: optional(Type.String({ description: 'Shown once, when it is created' })),
    name: Type.String(),
    redirect_uri: Type.String(),
    redirect_uris: Type.Array(Type.String()),
    whitelisted_domains: Type.Array(Type.String()),
    require_pkce: Type.Boolean(),
    allow_implicit: Type.Boolean(),
    token_endpoint_auth_method: oneOf(authMethods, { description: 'none: a public client, without a secret' }),
    bot: Type.Boolean({ description: 'true: it has a user of its own and can use the client credentials grant' }),
    bot_user: orNull(Type.Object({ id: Type.Integer(), email: Type.String() })),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { named: 'Application' },
)

export const OneApplication = Type.Object({ application: Application })

export const Token = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    access_token: optional(Type.String({ description: 'Shown once, when it is created' })),
    scope: Type.String({ description: `Of ${scopes.join(', ')}, separated by blanks` }),
    workspace_id: orNull(Type.String({ description: 'The uid of the only workspace that it gives access to' })),
    created_at: timestamp(),
    expires_at: orNull(Type.Integer({ description: 'Seconds since 1970; null if it does not end' })),
    last_used_at: orNull(timestamp({ description: 'To within a few minutes; null if it was not used yet' })),
  },
  { named: 'Token' },
)

export const OneToken = Type.Object({ token: Token })
