// The OAuth endpoints in the OpenAPI document, and the security schemes that refer to them. They follow RFC 6749, 7009, 7591
// and 8628 and are not operations of the contract.

import type { scopes } from '@tessera/contract'
import { oauthExamples } from './openapi-oauth-schemas.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
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
    description:
      'A personal access token, or a token that an application got with OAuth, sent as `Authorization: Bearer`.',
  },
  oauth2: {
    type: 'oauth2',
    description:
      'Applications act for a person with the authorization code grant and PKCE, or as their own bot with client credentials. Programs without a browser use the device grant (`oauth.device`). The scopes of an operation are listed with it.',
    flows: {
      authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, ...flow },
      clientCredentials: { tokenUrl, ...flow },
      implicit: { authorizationUrl, ...flow },
    },
  },
}

const refused = (description: string, error: string, error_description: string) => ({
  description,
  content: { 'application/json': { schema: ref('OAuthError'), example: { error, error_description } } },
})
const form = (name: string) => ({
  'application/x-www-form-urlencoded': { schema: ref(name), example: oauthExamples[name] },
})
const json = (name: string) => ({ 'application/json': { schema: ref(name), example: oauthExamples[name] } })

/** Without a bearer token: applications identify themselves in the request. */
const shared = { tags: ['oauth'], security: [] }
const tooMany = refused('Too many requests; try again later', 'temporarily_unavailable', 'Too many requests')
const invalid = refused(
  'The request is malformed or the grant is not valid',
  'invalid_grant',
  'The code is invalid, expired or already used',
)
const unknownClient = refused(
  'The client is unknown, or its secret is wrong',
  'invalid_client',
  'Unknown client or wrong secret',
)

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
        parameter('redirect_uri', 'The URL to redirect the person to: one that the application has registered', {
          required: true,
        }),
        parameter('scope', 'Scopes separated by spaces; all if omitted'),
        parameter('state', 'Returned unchanged. Compare it to prevent forged redirects'),
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
          description: 'An error page: the client or the redirect address is unknown',
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
        'Exchanges a code, a device code, a refresh token or client credentials for an access token. The client authenticates with HTTP Basic, with form fields, or as a public client with PKCE.',
      requestBody: { required: true, content: form('OAuthTokenRequest') },
      responses: {
        200: { description: 'The tokens', content: json('OAuthTokens') },
        400: invalid,
        401: unknownClient,
        405: refused(
          '`not_allowed`: no organization of the person allows the application to use refresh tokens',
          'not_allowed',
          'No organization of the user has whitelisted Standup bot',
        ),
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
          content: { 'application/json': { schema: { type: 'object' }, example: {} } },
        },
        400: invalid,
        401: unknownClient,
        429: tooMany,
      },
    },
  },
  '/device': {
    post: {
      ...shared,
      operationId: 'oauth.device',
      summary: 'Ask for a Device Code',
      description:
        'For programs without a browser, such as a command line (RFC 8628). The program shows `user_code` and `verification_uri` to a person, who enters the code in any browser and decides. Meanwhile the program polls the token endpoint with `device_code` every `interval` seconds. `authorization_pending` means that it should continue, `slow_down` that it should wait 5 seconds longer between two requests.',
      requestBody: { required: true, content: form('OAuthDeviceRequest') },
      responses: {
        200: { description: 'The two codes', content: json('OAuthDeviceCode') },
        400: refused('The scope or the resource is unknown', 'invalid_scope', 'Unknown scope'),
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
