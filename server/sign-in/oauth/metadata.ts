// What clients can discover: the authorization server (RFC 8414) and the resources that its tokens are for (RFC 9728).

import { scopes as allScopes, type Scope } from '@tessera/contract'
import type { PageRoute } from '../../platform/pages/index.ts'
import { deviceGrant } from './exchange-device-code.ts'

export interface MetadataDependencies {
  readonly publicUrl: string
  readonly canRegister: boolean
}

export const metadataRoutes = ({ publicUrl, canRegister }: MetadataDependencies): PageRoute[] => [
  jsonRoute('/.well-known/oauth-authorization-server', serverMetadata(publicUrl, canRegister)),
  ...resources.map(({ path, scopes }) =>
    jsonRoute(`/.well-known/oauth-protected-resource${path}`, resourceMetadata(publicUrl, path, scopes)),
  ),
]

/** Clients request the listed scopes. No MCP tool needs `admin`. */
const resources: readonly { readonly path: string; readonly scopes: readonly Scope[] }[] = [
  { path: '', scopes: allScopes },
  { path: '/api', scopes: allScopes },
  { path: '/mcp', scopes: ['read', 'comment', 'write'] },
]

const jsonRoute = (path: string, json: object): PageRoute => ({
  method: 'GET',
  path,
  errorFormat: 'json',
  run: async () => ({
    json,
    headers: { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' },
  }),
})

const authMethods = ['client_secret_basic', 'client_secret_post', 'none']

const serverMetadata = (publicUrl: string, canRegister: boolean) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/api/authorize`,
  token_endpoint: `${publicUrl}/api/v2/oauth2/token`,
  revocation_endpoint: `${publicUrl}/api/v2/oauth2/revoke`,
  device_authorization_endpoint: `${publicUrl}/api/device`,
  ...(canRegister ? { registration_endpoint: `${publicUrl}/api/register` } : {}),
  jwks_uri: `${publicUrl}/.well-known/jwks.json`,
  service_documentation: `${publicUrl}/docs`,
  response_types_supported: ['code', 'token'],
  response_modes_supported: ['query', 'fragment'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant, 'implicit'],
  token_endpoint_auth_methods_supported: authMethods,
  revocation_endpoint_auth_methods_supported: authMethods,
  code_challenge_methods_supported: ['S256'],
  scopes_supported: [...allScopes, 'org'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
})

/** `path` is inserted after the well-known address, as RFC 9728 requires. */
const resourceMetadata = (publicUrl: string, path: string, scopes: readonly Scope[]) => ({
  resource: publicUrl + path,
  authorization_servers: [publicUrl],
  jwks_uri: `${publicUrl}/.well-known/jwks.json`,
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Tessera',
  resource_documentation: `${publicUrl}/docs`,
})
