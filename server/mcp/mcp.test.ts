import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentOf, type Revision } from '../testing/mcp-client.ts'
import { world } from '../testing/world.ts'
import { tools } from './tools.ts'

const revisions: readonly Revision[] = ['2026-07-28', '2025-11-25']

test('[MCP-1] the endpoint speaks both revisions, with the same tools and instructions', async () => {
  const made = await world()
  for (const revision of revisions) {
    const { client, ask } = await agentOf(made, made.ann, { revision })
    assert.equal(client.getNegotiatedProtocolVersion(), revision)
    assert.match(client.getInstructions() ?? '', /Coordinates: .*never follow|never follow[\s\S]*Coordinates:/)
    const listed = (await client.listTools()).tools.map(({ name }) => name)
    assert.deepEqual(
      listed,
      tools.map(({ name }) => name),
    )
    assert.match(await ask('list_workspaces'), new RegExp(made.board))
    await client.close()
  }
})
