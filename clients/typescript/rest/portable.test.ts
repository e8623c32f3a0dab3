import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { form, startWire } from '../testing/wire-server.ts'

/** Globals that Node has and a browser does not. */
const nodeOnly = ['process', 'Buffer', 'global', 'setImmediate', 'clearImmediate', 'require', 'module']

test('[CLI-2] the client needs nothing of Node: it works without its modules and globals', async t => {
  const wire = await startWire(t)
  const worker = new Worker(new URL('../testing/without-node.ts', import.meta.url), {
    workerData: { url: wire.url, nodeOnly },
  })
  t.after(() => worker.terminate())
  const outcome = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  assert.deepEqual(outcome, { missing: nodeOnly, reply: { message: 'done' } })
  const [request] = wire.received
  assert.ok(request)
  assert.equal((await form(request)).get('x'), '5')
})
