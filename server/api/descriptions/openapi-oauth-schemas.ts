// The schemas of the OAuth endpoints in the OpenAPI document, with an example of each.

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more })

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const authMethods = ['client_secret_basic', 'client_secret_post', 'none']

const registration = {
  redirect_uris: {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    maxItems: 20,
    description: 'The URLs that people are redirected to',
  },
  client_name: text('Name that people see when they are asked for consent'),
  token_endpoint_auth_method: text('How it authenticates. `none`: a public client, without a secret', {
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
    description: 'A form. `grant_type` determines which other fields are required',
    required: ['grant_type'],
    properties: {
      grant_type: text('The grant to exchange for tokens', {
        enum: ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant],
      }),
      client_id: text('Client id, unless it is sent with HTTP Basic authentication'),
      client_secret: text('Client secret, unless it is sent with HTTP Basic authentication or the client is public'),
      code: text('For `authorization_code`: the code from the redirect'),
      redirect_uri: text('For `authorization_code`: the same as in the authorization request'),
      code_verifier: text('For `authorization_code` with PKCE: the secret whose hash was the challenge'),
      device_code: text('For the device grant: the `device_code` from the device endpoint'),
      refresh_token: text('For `refresh_token`: the refresh token, which is replaced'),
      scope: text('Scopes separated by spaces; all that were granted if omitted'),
      resource: text('The resource that the token is for (RFC 8707)'),
    },
  },
  OAuthTokens: {
    type: 'object',
    description: 'Tokens that were issued',
    required: ['access_token', 'expires_at', 'expires_in', 'token_type', 'scope'],
    properties: {
      access_token: text('Send it as `Authorization: Bearer`'),
      refresh_token: text('Gets the next access token. Absent with `client_credentials`'),
      expires_at: { type: 'integer', description: 'When the access token expires, in seconds since 1970' },
      expires_in: { type: 'integer', description: 'Lifetime of the access token, in seconds' },
      token_type: text('Always `Bearer`', { const: 'Bearer' }),
      scope: text('The scopes that were granted, separated by spaces'),
    },
  },
  OAuthDeviceRequest: {
    type: 'object',
    description: 'A form with the client and the scopes that it requests',
    properties: {
      client_id: text('Client id, unless it is sent with HTTP Basic authentication'),
      client_secret: text('Client secret, unless it is sent with HTTP Basic authentication or the client is public'),
      scope: text('Scopes separated by spaces; all if omitted'),
      resource: text('The resource that the token is for (RFC 8707)'),
    },
  },
  OAuthDeviceCode: {
    type: 'object',
    description: 'The code for the program and the one for the person',
    required: ['device_code', 'user_code', 'verification_uri', 'verification_uri_complete', 'expires_in', 'interval'],
    properties: {
      device_code: text('For the program: it is exchanged for tokens. Keep it secret'),
      user_code: text('For the person, who enters it in a browser'),
      verification_uri: text('The page where the person enters the code'),
      verification_uri_complete: text('The same page with the code filled in, for a link or a QR code'),
      expires_in: { type: 'integer', description: 'Lifetime of both codes, in seconds' },
      interval: { type: 'integer', description: 'Minimum number of seconds between two requests for tokens' },
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
    description: 'The metadata of an application (RFC 7591). Other fields are ignored',
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
      client_secret_expires_at: { type: 'integer', description: 'Always 0: the secret does not expire' },
      ...registration,
      scope: text('The scopes that it can ask for'),
    },
  },
  OAuthError: {
    type: 'object',
    description: 'Error of an OAuth request (RFC 6749)',
    required: ['error', 'error_description'],
    properties: {
      error: text('What went wrong, for programs, such as `invalid_grant`'),
      error_description: text('What went wrong, in English'),
    },
  },
}

const client_id = 'app_5f2d8c1e'
const redirect_uris = ['https://example.com/callback']

export const oauthExamples: Readonly<Record<string, object>> = {
  OAuthTokenRequest: {
    grant_type: 'authorization_code',
    client_id,
    code: 'SplxlOBeZQQYbYS6WxSbIA',
    redirect_uri: 'https://example.com/callback',
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  },
  OAuthTokens: {
    access_token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl',
    refresh_token: 'tGzv3JOkF0XG5Qx2TlKWIA',
    expires_at: 1_769_679_000,
    expires_in: 1_209_600,
    token_type: 'Bearer',
    scope: 'read write',
  },
  OAuthDeviceRequest: { client_id: 'tessera-cli', scope: 'read write' },
  OAuthDeviceCode: {
    device_code: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS',
    user_code: 'WDJB-MJHT',
    verification_uri: 'https://example.com/device',
    verification_uri_complete: 'https://example.com/device?user_code=WDJB-MJHT',
    expires_in: 600,
    interval: 5,
  },
  OAuthRevocation: { token: 'tGzv3JOkF0XG5Qx2TlKWIA', client_id },
  Error: { error: { code: 'ResourceNotFound', message: 'There is nothing here', request_id: 'req-1a' } },
  OAuthClientMetadata: { client_name: 'Standup bot', redirect_uris, token_endpoint_auth_method: 'none' },
  OAuthClient: {
    client_id,
    client_id_issued_at: 1_768_469_400,
    client_name: 'Standup bot',
    redirect_uris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'read comment write admin',
  },
}
