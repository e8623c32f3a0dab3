// Registered applications, the authorizations that users gave them, and personal access tokens for scripts.

import { Type } from 'typebox'
import { caller, get, Message, own, post, put, remove } from '../operation.ts'
import {
  Application,
  Authorization,
  authMethods,
  OneApplication,
  OneToken,
  Token,
  WhitelistingOrganization,
} from '../records/index.ts'
import { allScopes, scopes } from '../scopes.ts'
import { boolean, oneOf, optional, orNull, title } from '../values.ts'

const address = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 2_048, ...(description ? { description } : {}) })

const applicationName = () => title('Name that people see when they are asked for consent')

const edit = {
  name: optional(applicationName()),
  redirect_uri: optional(address('The URL that people are redirected to after consent, if there is only one')),
  redirect_uris: optional(
    Type.Array(address(), { maxItems: 20, description: 'The URLs that people can be redirected to after consent' }),
  ),
  whitelisted_domains: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: 20,
      description: 'Domains of the application, as its owner lists them. They are stored but have no effect',
    }),
  ),
  require_pkce: optional(boolean({ description: 'Whether every authorization requires a PKCE challenge' })),
  allow_implicit: optional(boolean({ description: 'Whether the implicit grant is allowed' })),
  token_endpoint_auth_method: optional(
    oneOf(authMethods, {
      description: 'How it authenticates at the token endpoint. `none`: a public client, without a secret',
    }),
  ),
  bot: optional(boolean({ description: 'Whether it has a user of its own and can use the client credentials grant' })),
}

/** What was created with a token or by an application ends when it is revoked, unless this is true. */
const keep = () =>
  optional(
    boolean({
      default: false,
      description: 'True: the listeners and applications that were created with it stay. Only for browser sessions',
    }),
  )

const TokenDraft = Type.Object({
  name: title('Name of the token, of your choice'),
  days: optional(
    orNull(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        default: 15,
        description: 'After how many days it expires; null: it does not expire',
        keepsNull: true,
      }),
    ),
  ),
  scope: optional(
    Type.String({
      maxLength: 64,
      default: allScopes,
      description: `What it can be used for: one or more of ${scopes.join(', ')}, separated by spaces`,
    }),
  ),
  workspace_id: optional(
    Type.String({ maxLength: 64, description: 'The uid of the only workspace that the token gives access to' }),
  ),
})

export const applications = {
  list: get('/applications', {
    title: 'List My Applications',
    description:
      'Lists the applications that you have registered, without their secrets. Use it to find the client id of one.',
    needs: caller(),
    scopes: ['admin'],
    reply: Type.Object({ applications: Type.Array(Application, { description: 'Your applications' }) }),
    errors: 'A',
  }),
  create: post('/applications', {
    title: 'Register an Application',
    description:
      'Registers an application that can use OAuth, and returns its client secret once. A public client has none. Register an application if your program acts for other people; for a script of your own, a personal token is enough.',
    needs: caller(),
    body: Type.Object({ ...edit, name: applicationName() }),
    reply: OneApplication,
    errors: 'A',
    status: 201,
  }),
  get: get('/applications/:client_id', {
    title: 'Get an Application',
    description:
      'Returns one of your applications, without its secret. A lost secret cannot be shown again, only replaced.',
    needs: own('application'),
    reply: OneApplication,
    errors: 'A',
  }),
  update: put('/applications/:client_id', {
    title: 'Update an Application',
    description:
      'Changes the name, redirect addresses and OAuth settings of an application. Fields that are not sent do not change.',
    needs: own('application'),
    body: Type.Object(edit),
    reply: OneApplication,
    errors: 'A',
  }),
  delete: remove('/applications/:client_id', {
    title: 'Delete an Application',
    description:
      'Deletes an application and revokes every token that was issued to it. People who use it are signed out of it at once.',
    needs: own('application'),
    reply: Message,
    errors: 'A',
  }),
  regenerateSecret: post('/applications/:client_id/secret', {
    title: 'Regenerate a Client Secret',
    description: 'Replaces the client secret, for example after a leak; the old one stops working at once.',
    needs: own('application'),
    reply: OneApplication,
    errors: 'A',
  }),
  listOrganizations: get('/applications/:client_id/organizations', {
    title: 'List the Organizations That Whitelisted an Application',
    description:
      'Lists the organizations that have whitelisted the application. It needs this to get refresh tokens for their members.',
    needs: own('application'),
    reply: Type.Object({
      organizations: Type.Array(WhitelistingOrganization, { description: 'The organizations that allow it' }),
    }),
    errors: 'A',
  }),
}

export const authorizations = {
  list: get('/authorizations', {
    title: 'List the Applications I Authorized',
    description: 'Lists the applications that can act for you, with the time when you last authorized each of them.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    reply: Type.Object({
      authorizations: Type.Array(Authorization, { description: 'The applications that can act for you' }),
    }),
    errors: 'A',
  }),
  delete: remove('/authorizations/:client_id', {
    title: 'Withdraw an Authorization',
    description:
      'Withdraws the access of an application and revokes the tokens it holds for you. What it created for you ends, unless you keep it. Requires a recent sign-in.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    body: Type.Object({ keep: keep() }),
    reply: Message,
    errors: 'A',
  }),
}

export const tokens = {
  list: get('/tokens', {
    title: 'List My Personal Tokens',
    description:
      'Lists your personal access tokens, without their values. `last_used_at` shows which ones are still in use.',
    needs: caller(),
    scopes: ['admin'],
    takesWorkspaceTokens: true,
    reply: Type.Object({ tokens: Type.Array(Token, { description: 'Your personal tokens' }) }),
    errors: 'A',
  }),
  create: post('/tokens', {
    title: 'Create a Personal Token',
    description:
      'Creates a personal access token for scripts, and returns its value once. Give it only the scopes that the script needs, and one workspace if it needs no other. In a browser session, it requires a recent sign-in.',
    needs: caller(),
    takesWorkspaceTokens: true,
    body: TokenDraft,
    reply: OneToken,
    errors: 'A',
    status: 201,
    replaysToSameGrant: true,
  }),
  delete: remove('/tokens/:token_id', {
    title: 'Revoke a Personal Token',
    description:
      'Revokes one of your personal access tokens; requests with it fail from then on. Tokens that were created with it are revoked, too. Listeners and applications that were created with it end, unless you keep them.',
    needs: own('token'),
    body: Type.Object({ keep: keep() }),
    reply: Message,
    errors: 'A',
  }),
}
