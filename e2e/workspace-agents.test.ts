// Tests an agent that works on a board while a user watches.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAgent } from '../server/testing/mcp-client.ts'
import { newPublicClient } from '../server/testing/oauth-application.ts'
import { withApplication } from '../server/testing/token-holders.ts'
import { world } from '../server/testing/world.ts'
import { openBoard } from './board-page.ts'

test('[WEB-128] a user sees an agent at work, what it created, and that it undid that', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const page = await openBoard(made, bob)
  const { client_id } = await newPublicClient(made)
  await ann.applications.update(client_id, { name: 'Claude' })
  const resource = `${made.dependencies.config.publicUrl}/mcp`
  const agent = await connectAgent(made, (await withApplication(made, ann, client_id, resource)).token)
  await agent.ask('read_board', { workspace_id: board })
  const texts = ['Idea', 'Research', 'Interviews', 'Sketch', 'Prototype', 'Test', 'Feedback', 'Build', 'Review', 'Ship']
  const links = ['01', '02', '13', '23', '34', '45', '56', '64', '57', '78', '89']
  const { structuredContent } = await agent.call('change_board', {
    workspace_id: board,
    changes: [
      ...texts.map((text, index) => ({ op: 'create', kind: 'note', ref: `n${index}`, data: { text } })),
      ...links.map(([from, to]) => ({
        op: 'create',
        kind: 'connector',
        data: { from: { id: { ref: `n${from}` } }, to: { id: { ref: `n${to}` } } },
      })),
    ],
  })
  const { ids, seq_before } = structuredContent as { ids: Record<string, string>; seq_before: number }
  await agent.ask('arrange', { workspace_id: board, layout: 'flow', ids: Object.values(ids) })
  const frame = page.locator('.agent-frame')
  await frame.getByText('Claude for Ann').waitFor()
  const people = page.getByRole('button', { name: 'agent at work' })
  await people.click()
  await page.getByRole('listitem').filter({ hasText: 'Claude for Ann' }).getByText('Agent at work').waitFor()
  await agent.ask('undo', { workspace_id: board, since_seq: seq_before })
  assert.equal((await ann.objects.list(board)).objects.length, 0)
  await page.getByText('This board is empty').waitFor()
})
