import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tools } from '@tessera/agents/tools'
import { agentOf, type Revision } from '../../testing/mcp-client.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { world, worldWith } from '../../testing/world.ts'

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

test('[MCP-5] a tool counts in the rate limit like the requests it makes', async () => {
  const made = await worldWith({ rateLimitPerMinute: 40 })
  const agent = await agentOf(made, made.bob)
  const before = await remaining(made.bob)
  await agent.ask('list_workspaces')
  // This counts the call itself, the request it makes, and this one.
  assert.equal(await remaining(made.bob), before - 3)
  const refusals: string[] = []
  for (let count = 0; count < 20 && refusals.length === 0; count += 1) {
    const answer = await agent.call('list_comments', { workspace_id: made.board }).catch(String)
    if (typeof answer === 'string' || answer.isError) refusals.push(JSON.stringify(answer))
  }
  assert.match(String(refusals), /More than 40 requests in a minute/)

  async function remaining({ token }: { token: string }) {
    const response = await made.send('/api/session/user', { headers: { authorization: `Bearer ${token}` } })
    return Number(response.headers.get('ratelimit-remaining'))
  }
})

test('[MCP-1] a body that is not a message of the protocol is refused, and other methods are a 405', async () => {
  const made = await world()
  const { token } = await withPersonalToken(made, made.ann)
  const send = (method: string, body?: string, type = 'application/json') =>
    made.send('/mcp', {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': type,
        accept: 'application/json, text/event-stream',
      },
      ...(body === undefined ? {} : { body }),
    })
  assert.deepEqual([(await send('POST', '{"half')).status, (await send('POST', '{}', 'text/plain')).status], [400, 415])
  assert.deepEqual([(await send('GET')).status, (await send('DELETE')).status], [405, 405])
  assert.equal((await send('POST', `"${'x'.repeat(12_000_001)}"`)).status, 400)
})
