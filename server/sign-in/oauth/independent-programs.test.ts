// Two independent client libraries, with their strict checks: discovery, registration, PKCE, refresh and client
// credentials with openid-client, and the validation of our access tokens by a resource server with oauth4webapi.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { knownWorld } from '../../testing/known-world.ts'
import { decide, newApplication, newPublicClient, statusWith } from '../../testing/oauth-application.ts'
import type { World } from '../../testing/world.ts'

/** openid-client reads the query of a redirect as parameters of the response. */
const redirect_uri = 'https://app.example.com/callback'
const insecure = { [oauth.allowInsecureRequests]: true }
const discovery: client.DiscoveryRequestOptions = { algorithm: 'oauth2', execute: [client.allowInsecureRequests] }

async function runFlow(there: World, config: client.Configuration, more: Record<string, string> = {}) {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: 'read write',
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  const back = await decide(there, there.bob, address.pathname + address.search)
  return await client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state })
}

async function serverOf({ url }: World): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(url)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return await oauth.processDiscoveryResponse(issuer, response)
}

const validate = async (there: World, token: string, audience: string) =>
  await oauth.validateJwtAccessToken(
    await serverOf(there),
    new Request(`${there.url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } }),
    audience,
    insecure,
  )

test('[PRG-9] [PRG-15] openid-client discovers, registers itself, runs the code flow with PKCE, and refreshes', async () => {
  const there = await knownWorld()
  const metadata = { redirect_uris: [redirect_uri], client_name: 'Independent', token_endpoint_auth_method: 'none' }
  const config = await client.dynamicClientRegistration(new URL(there.url), metadata, client.None(), discovery)
  assert.equal(config.serverMetadata().authorization_response_iss_parameter_supported, true)
  const tokens = await runFlow(there, config)
  assert.equal(tokens.scope, 'read write')
  assert.equal(await statusWith(there, tokens.access_token), 200)
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token as string, { scope: 'read' })
  assert.equal(renewed.scope, 'read')
  await client.tokenRevocation(config, renewed.refresh_token as string)
  assert.equal(await statusWith(there, renewed.access_token), 401)
})

test('[PRG-15] openid-client refuses a redirect that names another issuer, or none', async () => {
  const there = await knownWorld()
  const { client_id } = await newPublicClient(there, [redirect_uri])
  const config = await client.discovery(new URL(there.url), client_id, undefined, client.None(), discovery)
  const checks = { expectedState: 'st', pkceCodeVerifier: client.randomPKCECodeVerifier() }
  for (const iss of ['https://other.example.com', null]) {
    const mixed = new URL(`${redirect_uri}?code=x&state=st`)
    if (iss !== null) mixed.searchParams.set('iss', iss)
    await assert.rejects(client.authorizationCodeGrant(config, mixed, checks), { code: 'OAUTH_INVALID_RESPONSE' })
  }
})

test('[AUT-2] [PRG-14] oauth4webapi accepts our access tokens for the audience they were requested for', async () => {
  const there = await knownWorld()
  const { client_id } = await newPublicClient(there, [redirect_uri])
  const config = await client.discovery(new URL(there.url), client_id, undefined, client.None(), discovery)
  const { access_token } = await runFlow(there, config)
  const claims = await validate(there, access_token, `${there.url}/api`)
  assert.deepEqual(
    [claims.iss, claims.sub, claims.client_id, claims.scope],
    [there.url, String(there.bob.id), client_id, 'read write'],
  )
  assert.deepEqual([typeof claims.exp, typeof claims.iat, typeof claims.jti], ['number', 'number', 'string'])
  const other = await runFlow(there, config, { resource: `${there.url}/mcp` })
  await validate(there, other.access_token, `${there.url}/mcp`)
  await assert.rejects(validate(there, other.access_token, `${there.url}/api`))
})

test('[PRG-17] openid-client gets tokens of a bot with client credentials, its secret in the body or as HTTP Basic', async () => {
  const there = await knownWorld()
  const { client_id, client_secret } = await newApplication(there, { bot: true })
  for (const authentication of [client.ClientSecretPost(client_secret), client.ClientSecretBasic(client_secret)]) {
    const config = await client.discovery(new URL(there.url), client_id, undefined, authentication, discovery)
    const tokens = await client.clientCredentialsGrant(config, { scope: 'read' })
    assert.equal(tokens.scope, 'read')
    await validate(there, tokens.access_token, `${there.url}/api`)
  }
})

test('[PRG-13] the resources and the authorization server are discovered from the address of a resource', async () => {
  const there = await knownWorld()
  for (const path of ['', '/api', '/mcp']) {
    const resource = new URL(there.url + path)
    const response = await oauth.resourceDiscoveryRequest(resource, insecure)
    const found = await oauth.processResourceDiscoveryResponse(resource, response)
    assert.deepEqual(found.authorization_servers, [there.url])
    // No tool needs the admin scope.
    const scopes = ['read', 'comment', 'write', ...(path === '/mcp' ? [] : ['admin'])]
    assert.deepEqual(found.scopes_supported, scopes)
  }
  const refused = await fetch(`${there.url}/api/users/me`)
  const challenge = refused.headers.get('www-authenticate') ?? ''
  const described = await (await fetch(/resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '')).json()
  assert.equal(described.resource, `${there.url}/api`)
  const server = await serverOf(there)
  assert.deepEqual(server.scopes_supported, ['read', 'comment', 'write', 'admin', 'org'])
  assert.deepEqual(server.token_endpoint_auth_methods_supported, ['client_secret_basic', 'client_secret_post', 'none'])
  assert.equal(server.registration_endpoint, `${there.url}/api/register`)
  assert.equal(server.client_id_metadata_document_supported, true)
})
