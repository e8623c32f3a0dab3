// The official MCP client, connected to the test server with a token.

import assert from 'node:assert/strict'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { withPersonalToken } from './token-holders.ts'
import type { Person, World } from './world.ts'

export type Revision = '2026-07-28' | '2025-11-25'

export interface Agent {
  readonly client: Client
  /** The text of an answer. Fails if the tool did. */
  ask(tool: string, args?: Record<string, unknown>): Promise<string>
  /** The message of a tool that failed. */
  fail(tool: string, args?: Record<string, unknown>): Promise<string>
  call(tool: string, args?: Record<string, unknown>): Promise<CallToolResult>
}

/** An agent with a personal token of the person. */
export async function agentOf(
  made: Pick<World, 'url' | 'dependencies'>,
  person: Person,
  more: { scope?: string; workspace?: string; revision?: Revision } = {},
): Promise<Agent> {
  const { token } = await withPersonalToken(made, person, more)
  return await connectAgent(made, token, more.revision)
}

export async function connectAgent(
  { url }: Pick<World, 'url'>,
  token: string,
  revision: Revision = '2026-07-28',
): Promise<Agent> {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision }
  const client = new Client({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  const call: Agent['call'] = (name, args = {}) => client.callTool({ name, arguments: args })
  return {
    client,
    call,
    async ask(tool, args) {
      const result = await call(tool, args)
      assert.ok(!result.isError, textOf(result))
      return textOf(result)
    },
    async fail(tool, args) {
      const result = await call(tool, args)
      assert.ok(result.isError, `${tool} did not fail: ${textOf(result)}`)
      return textOf(result)
    },
  }
}

const textOf = ({ content }: CallToolResult) =>
  content.map(one => (one.type === 'text' ? one.text : `[${one.type}]`)).join('\n')
