// The OAuth endpoints in the OpenAPI document: their paths, the schemas of their requests and replies, and the security
// schemes that refer to them. They follow RFC 6749, 7009 and 7591 and are not operations of the contract.

import type { scopes } from '@tessera/contract'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more })
const parameter = (name: string, description: string, more: object = {}) => ({
  name,
  in: 'query',
  description,
  required: false,
  schema: { type: 'string' },
  ...more,
})

const scopeMeanings: Readonly<Record<(typeof scopes)[number], string>> = {
  read: 'Read workspaces, objects, comments, events and people',
  comment: 'Write, change and resolve comments',
  write: 'Change workspaces and the objects in them',
  admin: 'Manage organizations, listeners, applications, tokens and accounts',
}

const flow = { scopes: scopeMeanings }
const tokenUrl = '/api/v2/oauth2/token'
const authorizationUrl = '/api/authorize'

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A personal access token, or one that an application got by OAuth, sent as `Authorization: Bearer`.',
  },
  oauth2: {
    type: 'oauth2',
    description:
      'Applications act for a person with the authorization code grant and PKCE, or as their own bot with client credentials. The scopes of an operation are listed with it.',
    flows: {
      authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, ...flow },
      clientCredentials: { tokenUrl, ...flow },
      implicit: { authorizationUrl, ...flow },
    },
  },
}

const authMethods = ['client_secret_basic', 'client_secret_post', 'none']

const registration = {
  redirect_uris: {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    maxItems: 20,
    description: 'Where people are sent back to',
  },
  client_name: text('Name that people see when they are asked for consent'),
  token_endpoint_auth_method: text('How it proves who it is. `none`: a public client, without a secret', {
    enum: authMethods,
    default: 'client_secret_basic',
  }),
  grant_types: {
    type: 'array',
    items: { type: 'string' },
    description: 'Must include `authorization_code` if it is sent',
  },
  response_types: { type: 'array', items: { type: 'string' }, description: 'Must include `code` if it is sent' },
}

export const oauthSchemas: Readonly<Record<string, object>> = {
  OAuthTokenRequest: {
    type: 'object',
    description: 'A form. `grant_type` says which of the other fields are needed',
    required: ['grant_type'],
    properties: {
      grant_type: text('What is exchanged for tokens', {
        enum: ['authorization_code', 'refresh_token', 'client_credentials'],
      }),
      client_id: text('Client id, unless it is sent with HTTP Basic authentication'),
      client_secret: text('Client secret, unless it is sent with HTTP Basic authentication or the client is public'),
      code: text('For `authorization_code`: the code from the redirect'),
      redirect_uri: text('For `authorization_code`: the same as in the authorization request'),
      code_verifier: text('For `authorization_code` with PKCE: the secret whose hash was the challenge'),
      refresh_token: text('For `refresh_token`: the refresh token, which is replaced'),
      scope: text('Scopes separated by blanks; all that were granted if omitted'),
      resource: text('The resource that the token is for (RFC 8707)'),
    },
  },
  OAuthTokens: {
    type: 'object',
    description: 'Tokens that were issued',
    required: ['access_token', 'expires_at', 'expires_in', 'token_type', 'scope'],
    properties: {
      access_token: text('To be sent as `Authorization: Bearer`'),
      refresh_token: text('Gets the next access token. Absent with `client_credentials`'),
      expires_at: { type: 'integer', description: 'When the access token ends, in seconds since 1970' },
      expires_in: { type: 'integer', description: 'After how many seconds the access token ends' },
      token_type: text('Always `Bearer`', { const: 'Bearer' }),
      scope: text('The scopes that were granted, separated by blanks'),
    },
  },
  OAuthRevocation: {
    type: 'object',
    description: 'A form with the token to revoke',
    required: ['token'],
    properties: {
      token: text('An access token or a refresh token. Its whole grant is revoked'),
      client_id: text('Client id, unless it is sent with HTTP Basic authentication'),
      client_secret: text('Client secret, unless it is sent with HTTP Basic authentication or the client is public'),
    },
  },
  OAuthClientMetadata: {
    type: 'object',
    description: 'What an application says about itself (RFC 7591). Other fields are ignored',
    required: ['redirect_uris'],
    properties: registration,
  },
  OAuthClient: {
    type: 'object',
    description: 'An application that registered itself',
    required: ['client_id', 'client_id_issued_at', 'client_name', 'redirect_uris', 'token_endpoint_auth_method'],
    properties: {
      client_id: text('Identifies the application'),
      client_id_issued_at: { type: 'integer', description: 'When it was registered, in seconds since 1970' },
      client_secret: text('Shown once. Absent for a public client'),
      client_secret_expires_at: { type: 'integer', description: 'Always 0: the secret does not end' },
      ...registration,
      scope: text('The scopes that it can ask for'),
    },
  },
  OAuthError: {
    type: 'object',
    description: 'Why an OAuth request was refused (RFC 6749)',
    required: ['error', 'error_description'],
    properties: {
      error: text('What went wrong, for programs, such as `invalid_grant`'),
      error_description: text('What went wrong, in English'),
    },
  },
}

const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: ref('OAuthError') } },
})
const form = (name: string) => ({ 'application/x-www-form-urlencoded': { schema: ref(name) } })
const json = (name: string) => ({ 'application/json': { schema: ref(name) } })

/** Without a bearer token: applications identify themselves in the request. */
const shared = { tags: ['oauth'], security: [] }
const tooMany = refused('Too many requests; try again later')
const invalid = refused('The request is malformed or the grant is not valid')
const unknownClient = refused('The client is unknown, or its secret is wrong')

export const oauthPaths = {
  '/authorize': {
    get: {
      ...shared,
      operationId: 'oauth.authorize',
      summary: 'Ask for Consent',
      description:
        'The page to which an application sends a person. It asks them to sign in and to allow the application, and redirects back with a code. It is opened in a browser, not called by a program.',
      parameters: [
        parameter('response_type', '`code`, or `token` for the implicit grant', {
          required: true,
          schema: { type: 'string', enum: ['code', 'token'] },
        }),
        parameter('client_id', 'Client id of the application', { required: true }),
        parameter('redirect_uri', 'Where the person is sent back to: one that the application has registered', {
          required: true,
        }),
        parameter('scope', 'Scopes separated by blanks; all if omitted'),
        parameter('state', 'Comes back unchanged. Compare it to prevent forged redirects'),
        parameter('code_challenge', 'The SHA-256 hash of the code verifier, base64url (PKCE)'),
        parameter('code_challenge_method', 'Always `S256`', { schema: { type: 'string', enum: ['S256'] } }),
        parameter('resource', 'The resource that the token is for (RFC 8707)'),
        parameter('org_id', 'With the scope `org`: the organization that whitelists the application', {
          schema: { type: 'integer' },
        }),
      ],
      responses: {
        200: { description: 'The consent page', content: { 'text/html': { schema: { type: 'string' } } } },
        303: { description: 'A redirect to `redirect_uri` with `code`, `state` and `iss`, or with `error`' },
        400: {
          description: 'A page that says what is wrong: unknown client or redirect address',
          content: { 'text/html': { schema: { type: 'string' } } },
        },
      },
    },
  },
  '/v2/oauth2/token': {
    post: {
      ...shared,
      operationId: 'oauth.token',
      summary: 'Get Tokens',
      description:
        'Exchanges a code, a refresh token or client credentials for an access token. The client authenticates with HTTP Basic, with fields of the form, or as a public client with PKCE.',
      requestBody: { required: true, content: form('OAuthTokenRequest') },
      responses: {
        200: { description: 'The tokens', content: json('OAuthTokens') },
        400: invalid,
        401: unknownClient,
        405: refused('`not_allowed`: no organization of the person allows the application to use refresh tokens'),
        429: tooMany,
      },
    },
  },
  '/v2/oauth2/revoke': {
    post: {
      ...shared,
      operationId: 'oauth.revoke',
      summary: 'Revoke a Token',
      description:
        'Revokes a token and its whole grant (RFC 7009), for example when a person signs out of the application. An unknown token counts as revoked.',
      requestBody: { required: true, content: form('OAuthRevocation') },
      responses: {
        200: {
          description: 'The token is no longer valid',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        400: invalid,
        401: unknownClient,
        429: tooMany,
      },
    },
  },
  '/register': {
    post: {
      ...shared,
      operationId: 'oauth.register',
      summary: 'Register a Client',
      description:
        'Registers an application without an account (RFC 7591), for programs that people install themselves. The operator can turn it off; an application that has an owner is registered with `applications.create`.',
      requestBody: { required: true, content: json('OAuthClientMetadata') },
      responses: {
        201: { description: 'The application', content: json('OAuthClient') },
        400: invalid,
        404: { description: 'The operator has turned registration off', content: json('Error') },
        429: tooMany,
      },
    },
  },
}
