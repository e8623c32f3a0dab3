// A registered application, and a personal access token: secrets stand in the answer that made them and nowhere else.

import { Type } from 'typebox'
import { optional, timestamp } from '../values.ts'

export const Application = Type.Object({
  client_id: Type.String(),
  client_secret: optional(Type.String({ description: 'Shown once, when it is made' })),
  name: Type.String(),
  redirect_uri: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  whitelisted_domains: Type.Array(Type.String()),
  require_pkce: Type.Boolean(),
  allow_implicit: Type.Boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
})

export const OneApplication = Type.Object({ application: Application })

export const Token = Type.Object({
  id: Type.String(),
  name: Type.String(),
  access_token: optional(Type.String({ description: 'Shown once, when it is made' })),
  created_at: timestamp(),
  expires_at: Type.Integer({ description: 'Seconds since 1970' }),
})

export const OneToken = Type.Object({ token: Token })
