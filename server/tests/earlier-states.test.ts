// Databases that earlier versions have written, opened by today's server: everything in them can be read and changed. An
// archive that is added to server/testing/earlier-states is included.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { NamedOperation } from '@tessera/contract'
import { assertReply } from '../testing/assert-reply.ts'
import { earlierCommits } from '../testing/earlier-states.ts'
import { type EarlierWorld, earlierWorld } from '../testing/earlier-world.ts'
import { assertEventChains, assertHistory, unsigned } from '../testing/event-chains.ts'
import { openLive } from '../testing/live-client.ts'
import { agentOf } from '../testing/mcp-client.ts'
import { listReadingCalls, type ReadingCall, readingOperations } from '../testing/reading-calls.ts'
import { pathOf } from '../testing/scene.ts'
import { sessionClient } from '../testing/session-client.ts'

const called = new Set<string>()

for (const commit of earlierCommits)
  describe(`a database of ${commit}`, () => {
    let made: EarlierWorld
    let callsOf: (operation: NamedOperation) => ReadingCall[]
    before(async () => {
      made = await earlierWorld(commit)
      callsOf = await listReadingCalls(made.dependencies.db.read, made.owner.id)
    })

    for (const operation of readingOperations)
      test(`[OPS-62] ${operation.id} returns what its schema describes for everything in a database of ${commit}`, async () => {
        const calls = callsOf(operation)
        for (const call of calls) {
          called.add(operation.id)
          const response = await read(made, operation, call)
          const what = `${operation.id} ${JSON.stringify(call)}`
          if (operation.content) {
            assert.equal(response.status, 200, `${what}: ${await response.text()}`)
            continue
          }
          const body = await response.json()
          assert.equal(response.status, operation.status, `${what}: ${JSON.stringify(body)}`)
          assertReply(operation, body)
        }
      })

    test(`[OPS-62] the log of ${commit} leads to the board of every moment, and to that of today`, async () => {
      const { owner, dependencies, state } = made
      const { board } = state.known
      await assertEventChains(dependencies.db, board)
      await assertHistory(owner, board, 1_000)
      const { objects, seq } = await owner.objects.list(board)
      assert.deepEqual(unsigned((await owner.objects.list(board, { at: seq })).objects), unsigned(objects))
    })

    test(`[OPS-62] the socket shows a board of ${commit}, and goes on after any event of its log`, async () => {
      const { owner, url, state } = made
      const { board } = state.known
      const events = await Array.fromAsync(owner.events.list.all(board))
      await using whole = await openLive({ url, board }, owner)
      const shown = whole.all('snapshot').flatMap(({ objects }) => objects)
      assert.deepEqual(unsigned(shown), unsigned((await owner.objects.list(board)).objects))
      await using resumed = await openLive({ url, board }, owner, { after: 0 })
      await resumed.upTo(events.length)
      assert.deepEqual(unsigned(resumed.events), unsigned(events))
    })

    test(`[OPS-62] every file of a database of ${commit} is served`, async () => {
      const { owner, url, dependencies, state } = made
      const { board } = state.known
      const [objects, published] = [await owner.objects.list(board), await owner.published.get(board)]
      const documents = objects.objects.filter(({ kind }) => kind === 'document')
      const pages = await Promise.all(documents.map(({ id }) => owner.documents.listPages(board, id)))
      const urls = urlsIn([objects, published, pages])
      assert.ok(urls.length > 10)
      for (const one of urls) {
        const response = await fetch(one.replace(dependencies.config.publicUrl, url))
        assert.equal(response.status, 200, one)
        await response.bytes()
      }
    })

    test(`[OPS-62] the published board of ${commit} has its page, its pictures and its preview`, async () => {
      const { url, state } = made
      const { board } = state.known
      for (const path of [`/view/${board}`, `/view/${board}/preview.png`, `/api/published/${board}/picture?format=svg`])
        assert.equal((await fetch(url + path)).status, 200, path)
    })

    test(`[OPS-62] an agent reads a board of ${commit}, and what has changed on it`, async () => {
      const { owner, state } = made
      const workspace_id = state.known.board
      const { seq } = await owner.objects.list(workspace_id)
      const agent = await agentOf(made, owner)
      for (const tool of ['read_board', 'look', 'list_comments']) await agent.ask(tool, { workspace_id })
      assert.match(await agent.ask('search', { query: 'note', workspace_id }), /note/i)
      let received = 0
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const result = await agent.call('changes_since', { workspace_id, seq: 0, ...(cursor && { cursor }) })
        const page = result.structuredContent as { changes: number; next_cursor: string | null }
        assert.ok(!result.isError, JSON.stringify(result.content))
        received += page.changes
        cursor = page.next_cursor
      }
      assert.equal(received, seq)
      const changes = [{ op: 'create', kind: 'note', data: { text: 'Too late' } }]
      for (let if_seq = 0; if_seq < seq; if_seq += 100)
        assert.match(
          await agent.fail('change_board', { workspace_id, changes, if_seq }),
          /^The board has changed since seq/,
        )
    })
  })

test('[OPS-62] every reading operation has something to read in one of the databases', () => {
  const missed = readingOperations.map(({ id }) => id).filter(id => !called.has(id))
  assert.deepEqual(missed, [], 'it needs its ids in reading-calls.ts, or a newer database')
})

async function read(made: EarlierWorld, operation: NamedOperation, { ids, caller }: ReadingCall): Promise<Response> {
  const person = caller === undefined ? made.owner : await made.person(caller)
  const token = operation.browserOnly ? (await sessionClient(made, person)).token : person.token
  const fields = (operation.query as { properties?: object } | undefined)?.properties ?? {}
  const isOpen = operation.needs.load === 'nothing'
  return await fetch(`${made.url}${pathOf(operation, ids)}${'limit' in fields ? '?limit=1000' : ''}`, {
    headers: isOpen ? {} : { authorization: `Bearer ${token}` },
  })
}

/** The addresses of files in a reply. */
function urlsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    typeof one === 'string' ? (name === 'url' && one.includes('/files/') ? [one] : []) : urlsIn(one),
  )
}
