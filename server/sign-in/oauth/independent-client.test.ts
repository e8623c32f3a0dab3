// An independent client (oauth4webapi) runs the flow from our metadata alone, and jose verifies the tokens with our
// published keys.

import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import {
  callback,
  decide,
  newApplication,
  statusWith,
  type TestApplication,
  whitelist,
} from '../../testing/oauth-application.ts'
import { type World, worldWith } from '../../testing/world.ts'

const options = { [oauth.allowInsecureRequests]: true }

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

/** A world whose PUBLIC_URL is the address it listens on. */
async function knownWorld(): Promise<World> {
  const port = await freePort()
  return await worldWith({ port, publicUrl: `http://127.0.0.1:${port}` })
}

async function discover({ url }: World): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(url)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options })
  return await oauth.processDiscoveryResponse(issuer, response)
}

async function runCodeFlow(there: World, application: TestApplication, authentication: oauth.ClientAuth) {
  const server = await discover(there)
  const client: oauth.Client = { client_id: application.client_id }
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const address = new URL(server.authorization_endpoint as string)
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }).toString()
  const back = await decide(there, there.bob, address.pathname + address.search)
  const parameters = oauth.validateAuthResponse(server, client, back, state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    callback,
    verifier,
    options,
  )
  return { server, client, tokens: await oauth.processAuthorizationCodeResponse(server, client, response) }
}

for (const [name, authenticate] of [
  ['in the body', oauth.ClientSecretPost],
  ['as HTTP Basic', oauth.ClientSecretBasic],
] as const) {
  test(`[AUT-18] an independent client runs code, PKCE, refresh and revocation, its secret ${name}`, async () => {
    const there = await knownWorld()
    const application = await newApplication(there, { require_pkce: true, allow_implicit: false })
    await there.dependencies.db.write(tx =>
      tx
        .insertInto('whitelistings')
        .values({
          organization_id: there.organization,
          client_id: application.client_id,
          user_id: there.ann.id,
          created_at: new Date().toISOString(),
        })
        .execute(),
    )
    const authentication = authenticate(application.client_secret)
    const { server, client, tokens } = await runCodeFlow(there, application, authentication)
    assert.equal(await statusWith(there, tokens.access_token), 200)

    const additionalParameters = { redirect_uri: callback }
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      tokens.refresh_token as string,
      {
        additionalParameters,
        ...options,
      },
    )
    const renewed = await oauth.processRefreshTokenResponse(server, client, response)
    assert.notEqual(renewed.refresh_token, tokens.refresh_token)
    assert.equal(await statusWith(there, renewed.access_token), 200)

    const revoked = await oauth.revocationRequest(
      server,
      client,
      authentication,
      renewed.refresh_token as string,
      options,
    )
    await oauth.processRevocationResponse(revoked)
    assert.equal(await statusWith(there, renewed.access_token), 401)
  })
}

test('[AUT-6] an independent verifier accepts our tokens by the published keys, and refuses altered ones', async () => {
  const there = await knownWorld()
  const application = await newApplication(there)
  await whitelist(there, application)
  const { server, tokens } = await runCodeFlow(there, application, oauth.ClientSecretPost(application.client_secret))
  const keys = createRemoteJWKSet(new URL(server.jwks_uri as string), { timeoutDuration: 60_000 })
  const expected = { issuer: there.url, audience: `${there.url}/api`, algorithms: ['EdDSA'], typ: 'at+jwt' }
  const { payload } = await jwtVerify(tokens.access_token, keys, expected)
  assert.equal(payload.sub, String(there.bob.id))
  assert.deepEqual([payload.client_id, payload.azp], [application.client_id, application.client_id])
  const [head, body, signature = ''] = tokens.access_token.split('.')
  const altered = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  await assert.rejects(jwtVerify(altered, keys, expected))
})

test('[AUT-21] the metadata names every endpoint, and only S256', async () => {
  const there = await knownWorld()
  const server = await discover(there)
  assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
  assert.equal(server.token_endpoint, `${there.url}/api/v2/oauth2/token`)
  assert.equal(server.authorization_endpoint, `${there.url}/api/authorize`)
  assert.equal(server.revocation_endpoint, `${there.url}/api/v2/oauth2/revoke`)
})
