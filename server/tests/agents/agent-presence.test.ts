// Tests that an agent at work is visible to those on the board, and to no one else.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLive } from '../../testing/live-client.ts'
import { agentOf, connectAgent } from '../../testing/mcp-client.ts'
import { newPublicClient } from '../../testing/oauth-application.ts'
import { withApplication } from '../../testing/token-holders.ts'
import { worldWith } from '../../testing/world.ts'

const note = { op: 'create', kind: 'note', data: { text: 'hello', x: 40, y: 80 } }

test('[LIV-15] [MCP-54] an agent is seen with its name where it works, for a while after its last call', async () => {
  const made = await worldWith({}, { hasProcessing: false, timing: { agentMs: 700 } })
  const { ann, bob, eve, board, url } = made
  const { workspace } = await eve.workspaces.create(
    (await eve.users.listOrganizations(eve.id)).organizations[0]?.id as number,
    {
      name: 'Elsewhere',
    },
  )
  const elsewhere = workspace.properties.uid
  await using live = await openLive({ url, board }, bob)
  await using other = await openLive({ url, board: elsewhere }, eve)
  const { client_id } = await newPublicClient(made)
  const resource = `${made.dependencies.config.publicUrl}/mcp`
  const program = await connectAgent(made, (await withApplication(made, ann, client_id, resource)).token)
  const stranger = await agentOf(made, eve)
  await stranger.fail('change_board', { workspace_id: board, changes: [note] })
  await program.ask('change_board', { workspace_id: board, changes: [note] })
  const seen = await live.until(() =>
    live
      .all('presence')
      .flatMap(({ people }) => people)
      .find(({ agent }) => agent?.at),
  )
  assert.deepEqual(
    [seen.id, seen.type, seen.agent],
    [ann.id, 'app', { name: 'Mirror <b>&', at: { x: 40, y: 80, width: 560, height: 320 } }],
  )
  const active = await bob.workspaces.listActiveUsers(board)
  assert.deepEqual(
    active.active_users.map(({ id }) => id),
    [bob.id],
  )
  await live.next('presence', ({ left }) => left.includes(seen.connection))
  const personal = await agentOf(made, ann)
  await personal.ask('read_board', { workspace_id: board })
  const again = await live.until(() =>
    live
      .all('presence')
      .flatMap(({ people }) => people)
      .find(({ agent }) => agent?.name === null),
  )
  assert.notEqual(again.connection, seen.connection)
  const agents = [...live.all('presence'), ...other.all('presence')].flatMap(({ people }) => people)
  assert.ok(!agents.some(({ id, agent }) => agent && id === eve.id), 'the stranger is not seen')
  assert.deepEqual(
    other.all('presence').flatMap(({ people }) => people.filter(({ agent }) => agent)),
    [],
    'nor is anyone on another board',
  )
})
