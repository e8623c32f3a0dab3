import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { knownWorld } from '../../testing/known-world.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { claimsOf, decide, newPublicClient, publicTokensFor, signInFor } from '../../testing/oauth-application.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { type World, world } from '../../testing/world.ts'

const redirectUrl = 'http://localhost:9/callback'

/** An agent that the service does not know. It stores what the official client asks it to store. */
class Stranger implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl
  readonly clientMetadata = {
    client_name: 'Board Agent',
    redirect_uris: [redirectUrl],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
  kept: {
    client?: StoredOAuthClientInformation
    tokens?: StoredOAuthTokens
    verifier?: string
    asked?: URL
    discovery?: OAuthDiscoveryState
  } = {}

  clientInformation = () => this.kept.client
  tokens = () => this.kept.tokens
  codeVerifier = () => this.kept.verifier as string
  discoveryState = () => this.kept.discovery

  saveClientInformation(client: StoredOAuthClientInformation) {
    this.kept.client = client
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.kept.tokens = tokens
  }
  redirectToAuthorization(asked: URL) {
    this.kept.asked = asked
  }
  saveCodeVerifier(verifier: string) {
    this.kept.verifier = verifier
  }
  saveDiscoveryState(discovery: OAuthDiscoveryState) {
    this.kept.discovery = discovery
  }
}

const newClient = () =>
  new Client({ name: 'board-agent', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })

const post = (made: World, headers: Record<string, string>, body: object = { jsonrpc: '2.0', id: 1, method: 'ping' }) =>
  made.send('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  })

test('[MCP-20] an unregistered agent gets from a 401 to the first picture', async () => {
  const made = await knownWorld()
  await made.ann.notes.create(made.board, { text: 'Hello agent' })
  const stranger = new Stranger()
  const address = new URL('/mcp', made.url)
  const first = new StreamableHTTPClientTransport(address, { authProvider: stranger })
  await assert.rejects(newClient().connect(first), UnauthorizedError)
  const asked = stranger.kept.asked as URL
  assert.equal(asked.searchParams.get('resource'), `${made.url}/mcp`)
  assert.equal(asked.searchParams.get('scope'), 'read comment write')
  const consent = await (await (await signInFor(made, made.ann)).get(asked.pathname + asked.search)).text()
  assert.match(consent, /Board Agent/)
  assert.match(consent, /an AI agent may act for you/)
  const back = await decide(made, made.ann, asked.pathname + asked.search)
  await first.finishAuth(back.searchParams)
  const token = stranger.kept.tokens?.access_token as string
  assert.equal(claimsOf(token).aud, `${made.url}/mcp`)

  const client = newClient()
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: stranger }))
  const seen = await client.callTool({ name: 'look', arguments: { workspace_id: made.board } })
  const [text, image] = seen.content
  assert.ok(text?.type === 'text' && /The picture shows/.test(text.text), JSON.stringify(text))
  assert.ok(image?.type === 'image' && image.data.startsWith('iVBORw0KGgo'))
  await client.close()
})

test('[MCP-2] tokens for the endpoint, for the whole service and personal ones are accepted, others are a 401', async () => {
  const made = await world()
  const { publicUrl } = made.dependencies.config
  const application = await newPublicClient(made)
  const tokenFor = async (resource: string) =>
    (await publicTokensFor(made, made.ann, application, { resource })).access_token
  const statusOf = async (token: string) => (await post(made, { authorization: `Bearer ${token}` })).status
  assert.equal(await statusOf(await tokenFor(`${publicUrl}/mcp`)), 200)
  assert.equal(await statusOf(await tokenFor(publicUrl)), 200)
  assert.equal(await statusOf((await withPersonalToken(made, made.ann)).token), 200)
  const refusedHeaders: readonly Record<string, string>[] = [
    {},
    { authorization: `Bearer ${await tokenFor(`${publicUrl}/api`)}` },
    { authorization: `Bearer ${made.ann.token}` },
    { authorization: 'Bearer tsr_nonsense' },
  ]
  for (const headers of refusedHeaders) {
    const refused = await post(made, headers)
    assert.equal(refused.status, 401)
    const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp"`
    assert.ok(refused.headers.get('www-authenticate')?.includes(metadata), JSON.stringify(headers))
  }
})

test('[MCP-3] requests of pages of another origin are refused', async () => {
  const made = await world()
  const { token } = await withPersonalToken(made, made.ann)
  const authorization = `Bearer ${token}`
  const own = new URL(made.dependencies.config.publicUrl).origin
  assert.equal((await post(made, { authorization, origin: own })).status, 200)
  for (const origin of ['https://evil.example', 'null', `${own}0`])
    assert.equal((await post(made, { authorization, origin })).status, 403)
})

test('[MCP-4] a program is asked for a missing scope, and with a personal token the error names it', async () => {
  const made = await world()
  const { publicUrl } = made.dependencies.config
  const application = await newPublicClient(made)
  const resource = `${publicUrl}/mcp`
  const { access_token } = await publicTokensFor(made, made.ann, application, { resource, scope: 'read' })
  const call = { name: 'import', arguments: { workspace_id: made.board, content: 'a', format: 'csv' } }
  for (const message of [legacyCall(call), modernCall(call)]) {
    const refused = await post(made, { authorization: `Bearer ${access_token}`, ...message.headers }, message.body)
    assert.equal(refused.status, 403)
    const challenge = refused.headers.get('www-authenticate') ?? ''
    assert.match(challenge, /error="insufficient_scope"/)
    assert.match(challenge, /scope="write read"/)
    assert.match(challenge, /resource_metadata=".*\/oauth-protected-resource\/mcp"/)
  }
  const { token } = await withPersonalToken(made, made.ann, { scope: 'read' })
  const agent = await connectAgent(made, token)
  assert.match(await agent.fail('import', call.arguments), /scope "write"/)
  const refused = await made.send(`/api/workspaces/${made.board}/notes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"text":"x"}',
  })
  const { error } = (await refused.json()) as { error: { reason?: string; scope?: string } }
  assert.deepEqual([error.reason, error.scope], ['insufficient_scope', 'write'])
})

const legacyCall = (params: object) => ({
  headers: { 'mcp-protocol-version': '2025-11-25' },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
})

const modernCall = (params: { name: string }) => ({
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': params.name },
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
})
