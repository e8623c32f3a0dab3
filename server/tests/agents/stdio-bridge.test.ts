import assert from 'node:assert/strict'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fetchMetadata } from '@tessera/cli/authorization-server'
import { signInByDevice } from '@tessera/cli/device-sign-in'
import { knownWorld } from '../../testing/known-world.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { signInFor } from '../../testing/oauth-application.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { readForm } from '../../testing/visitor.ts'
import { world } from '../../testing/world.ts'

const program = join(import.meta.dirname, '../../cli.ts')

test('[MCP-30] tessera mcp bridges an agent over standard input and output, in both revisions', async () => {
  const made = await world()
  const { token } = await withPersonalToken(made, made.ann)
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp'],
      env: { PATH, NODE_COMPILE_CACHE, TESSERA_URL: made.url, TESSERA_TOKEN: token },
      stderr: 'pipe',
    })
    const logged = text(transport.stderr as never)
    const client = new Client({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode } })
    await client.connect(transport)
    const boards = await client.callTool({ name: 'list_workspaces', arguments: {} })
    assert.match(JSON.stringify(boards.content), new RegExp(made.board))
    await client.close()
    assert.equal(await logged, '')
  }
})

test('[MCP-30] a sign-in of the command line is for the endpoint of agents, too', async () => {
  const made = await knownWorld()
  const browser = await signInFor(made, made.bob)
  const allow = async (user_code: string) => {
    const { action, hidden } = readForm(await (await browser.get(`/device?user_code=${user_code}`)).text())
    await browser.post(action, { ...hidden, decision: 'allow' })
  }
  const { access_token } = await signInByDevice({
    metadata: await fetchMetadata(made.url),
    scope: 'read',
    signal: new AbortController().signal,
    show: ({ user_code }) => void allow(user_code),
    pauseMs: () => 500,
  })
  const agent = await connectAgent(made, access_token)
  assert.match(await agent.ask('list_workspaces'), new RegExp(made.board))
})
