// Registered applications, what people have allowed them, and personal access tokens for scripts.

import { Type } from 'typebox'
import { caller, get, Message, own, post, put, remove } from '../operation.ts'
import {
  Application,
  Authorization,
  OneApplication,
  OneToken,
  Token,
  WhitelistingOrganization,
} from '../records/index.ts'
import { boolean, optional, title } from '../values.ts'

const address = () => Type.String({ minLength: 1, maxLength: 2_048 })

const edit = {
  name: optional(title()),
  redirect_uri: optional(address()),
  redirect_uris: optional(Type.Array(address(), { maxItems: 20 })),
  whitelisted_domains: optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20 })),
  require_pkce: optional(boolean()),
  allow_implicit: optional(boolean()),
}

const TokenDraft = Type.Object({
  name: title(),
  days: optional(Type.Integer({ minimum: 1, maximum: 15, default: 15 })),
})

// biome-ignore format: a table
export const applications = {
  list:   get('/applications',                      { title: 'List My Applications',     needs: caller(),           reply: Type.Object({ applications: Type.Array(Application) }), errors: 'A' }),
  create: post('/applications',                     { title: 'Register an Application',  needs: caller(),           body: Type.Object({ ...edit, name: title() }), reply: OneApplication, errors: 'A', status: 201 }),
  get:    get('/applications/:client_id',           { title: 'Get an Application',       needs: own('application'), reply: OneApplication, errors: 'A' }),
  update: put('/applications/:client_id',           { title: 'Update an Application',    needs: own('application'), body: Type.Object(edit), reply: OneApplication, errors: 'A' }),
  delete: remove('/applications/:client_id',        { title: 'Delete an Application',    needs: own('application'), reply: Message, errors: 'A' }),
  regenerateSecret: post('/applications/:client_id/secret', { title: 'Regenerate a Client Secret', needs: own('application'), reply: OneApplication, errors: 'A' }),
  listOrganizations: get('/applications/:client_id/organizations', { title: 'List Who Whitelisted an Application', needs: own('application'), reply: Type.Object({ organizations: Type.Array(WhitelistingOrganization) }), errors: 'A' }),
}

// biome-ignore format: a table
export const authorizations = {
  list:   get('/authorizations',               { title: 'List the Applications I Authorised',  needs: caller(), reply: Type.Object({ authorizations: Type.Array(Authorization) }), errors: 'A' }),
  delete: remove('/authorizations/:client_id', { title: 'Withdraw an Authorisation',           needs: caller(), reply: Message, errors: 'A' }),
}

// biome-ignore format: a table
export const tokens = {
  list:   get('/tokens',              { title: 'List My Personal Tokens',  needs: caller(),      reply: Type.Object({ tokens: Type.Array(Token) }), errors: 'A' }),
  create: post('/tokens',             { title: 'Create a Personal Token',  needs: caller(),      body: TokenDraft, reply: OneToken, errors: 'A', status: 201 }),
  delete: remove('/tokens/:token_id', { title: 'Revoke a Personal Token',  needs: own('token'),  reply: Message, errors: 'A' }),
}
