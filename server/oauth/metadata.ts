// The authorization server metadata (RFC 8414).

import type { PageRoute } from '../pages/page.ts'

export const metadataRoutes = ({ publicUrl }: { publicUrl: string }): PageRoute[] => [
  {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    errorFormat: 'json',
    run: async () => ({
      json: metadata(publicUrl),
      headers: { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' },
    }),
  },
]

const authMethods = ['client_secret_basic', 'client_secret_post']

const metadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/api/authorize`,
  token_endpoint: `${publicUrl}/api/v2/oauth2/token`,
  revocation_endpoint: `${publicUrl}/api/v2/oauth2/revoke`,
  jwks_uri: `${publicUrl}/.well-known/jwks.json`,
  service_documentation: `${publicUrl}/docs`,
  response_types_supported: ['code', 'token'],
  response_modes_supported: ['query', 'fragment'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'implicit'],
  token_endpoint_auth_methods_supported: authMethods,
  revocation_endpoint_auth_methods_supported: authMethods,
  code_challenge_methods_supported: ['S256'],
  scopes_supported: ['org'],
})
