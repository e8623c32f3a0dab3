// Tests the Python client against the service: every operation, and real notifications. Network faults are covered by
// its own tests, which also run here.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { callTable } from '@tessera/client/rest/call-table'
import { allOperations, type NamedOperation, parameterNames } from '@tessera/contract'
import { assertReply } from '../server/testing/assert-reply.ts'
import { receiver } from '../server/testing/receiver.ts'
import { actorOf, exampleBodies, prepare, type Scene, scene } from '../server/testing/scene.ts'
import { world } from '../server/testing/world.ts'
import { python, pythonFolder, runPython } from './python.ts'

describe('every operation', () => {
  let shared: Scene
  let caller: ReturnType<typeof startCaller>
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-python-'))
    shared = await scene()
    caller = startCaller()
  })
  after(async () => {
    caller.end()
    await rm(folder, { recursive: true, force: true })
  })

  // Runs in reverse order, because later objects belong to earlier ones.
  const deletes = allOperations.filter(({ method }) => method === 'DELETE').toReversed()
  for (const operation of [...allOperations.filter(one => !deletes.includes(one)), ...deletes]) {
    test(`[PYC-1] [PYC-3] [PYC-8] in Python, ${operation.id} returns what its schema describes`, async () => {
      const made = endsMore(operation) ? await scene() : shared
      const request = requestOf(operation, made, await prepare(operation, made))
      const result = await caller.send({ ...request, how: 'call' })
      if (operation.content) {
        assert.ok(Number(result) > 500)
        assert.equal(await caller.send({ ...request, how: 'save', file: join(folder, 'picture') }), result)
        return
      }
      assertReply(operation, result)
      const paging = callTable[operation.noun]?.[operation.verb]?.paging
      if (!paging) return
      const items = (result as Record<string, unknown[]>)[paging.items] as unknown[]
      assert.ok(Number(await caller.send({ ...request, how: 'walk' })) >= items.length)
    })
  }
})

/** Deleting anything else would remove what the other operations need. */
const endsMore = ({ method, noun }: NamedOperation) =>
  method === 'DELETE' && ['workspaces', 'organizations', 'sessions', 'secondFactors', 'jobs'].includes(noun)

function requestOf(operation: NamedOperation, made: Scene, ids: Scene['ids']) {
  const body = bodyOf(operation, { ...made, ids: { ...made.ids, ...ids } })
  return {
    operation: operation.id,
    url: made.url,
    token: actorOf(operation, made).token,
    path: parameterNames(operation.path).map(name => ids[name]),
    ...(body === undefined ? {} : { body }),
  }
}

function bodyOf({ id, method, upload }: NamedOperation, made: Scene) {
  if (!upload) return method === 'GET' ? undefined : exampleBodies[id]?.(made)
  const isDocument = upload.field === 'document'
  return {
    [upload.field]: join(samples, isDocument ? 'page.pdf' : 'plain.png'),
    ...(isDocument ? { title: 'paper' } : {}),
  }
}

const samples = join(import.meta.dirname, '../server/testing/samples')

/** A process that calls operations, one after the other. */
function startCaller() {
  const child = spawn(python, ['-m', 'tests.call_operations'], { ...pythonFolder, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async send(request: object): Promise<unknown> {
      child.stdin.write(`${JSON.stringify(request)}\n`)
      const { value } = await lines.next()
      const { result, error } = JSON.parse(value ?? '{"error":"the process ended"}')
      assert.equal(error, undefined)
      return result
    },
    end: () => child.stdin.end(),
  }
}

test('[PYC-11] webhooks.verify accepts what the service sends, even while a secret is being rotated', async () => {
  const { ann, board } = await world()
  const there = await receiver()
  const { id, secret } = await ann.listeners.create({ workspaceId: board, url: there.url, eventTypes: ['ALL'] })
  const { secret: replaced } = await ann.listeners.rotateSecret(id)
  await ann.notes.create(board, { text: 'schöne Grüße — 日本語' })
  const [notification] = await there.events(1)
  const folder = await mkdtemp(join(tmpdir(), 'tessera-python-'))
  const file = join(folder, 'notification.json')
  await writeFile(file, JSON.stringify({ secrets: [secret, replaced], ...notification }))
  const { stdout } = await runPython(['-c', verifyProgram, file])
  assert.deepEqual(JSON.parse(stdout), ['schöne Grüße — 日本語', 'schöne Grüße — 日本語', null])
  await rm(folder, { recursive: true })
})

const verifyProgram = `
import json, sys
from tessera import webhooks

def text(secret, received):
    try:
        return webhooks.verify(secret, received["headers"], received["text"])["note"]["text"]
    except webhooks.VerificationError:
        return None

with open(sys.argv[1]) as file:
    received = json.load(file)
    print(json.dumps([text(secret, received) for secret in [*received["secrets"], "whsec_YW5vdGhlcg=="]]))
`

const runTests = async (name: string) => {
  await runPython(['-W', 'error', '-m', 'unittest', `tests.test_${name}`])
}

test('[PYC-4] [PYC-5] [PYC-6] [PYC-7] retries, keys and errors are those of the TypeScript client', () =>
  runTests('retries'))
test('[PYC-1] [PYC-3] [PYC-8] [PYC-9] [PYC-10] requests, lists, files, tokens and connections', () => runTests('calls'))
test('[PYC-11] signatures are those of Standard Webhooks', () => runTests('webhooks'))
