// openLive in runtimes with and without a global WebSocket. Node 20 itself is tested with the installed package.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseWebSocket } from './choose-web-socket.ts'
import { loadWebSocket as none } from './no-web-socket.ts'
import { loadWebSocket as loadInNode } from './node-web-socket.ts'

test('[CLI-9] [CLI-18] the WebSocket is the one that was passed, the global one, or in Node that of ws', async t => {
  const given = globalThis.WebSocket
  t.after(() => Object.assign(globalThis, { WebSocket: given }))
  class Passed extends given {}
  assert.equal(chooseWebSocket(Passed, loadInNode)(), Passed)
  assert.equal(chooseWebSocket(undefined, loadInNode)(), given)
  Reflect.deleteProperty(globalThis, 'WebSocket')
  const { WebSocket: loaded } = await import('ws')
  assert.equal(await chooseWebSocket(undefined, loadInNode)(), loaded)
  assert.throws(() => chooseWebSocket(undefined, none), {
    name: 'TypeError',
    message: 'This runtime has no WebSocket. Pass one as openLive({ WebSocket }).',
  })
})
