// Runs the official conformance tool, for the scenarios that need none of its own test tools, resources and prompts:
// Tessera offers neither resources nor prompts, keeps no sessions, and has its own tools. The tool has no token: a
// proxy adds one.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { worldWith } from '../../testing/world.ts'

const folder = dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json')))
const program = join(folder, 'dist/index.js')
const scenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

test('[MCP-21] the official conformance tool reports no failure', async t => {
  let token = ''
  let port = 0
  const proxy = await listen((incoming, outgoing) => forward(incoming, outgoing, { port, token }))
  t.after(() => proxy.close())
  const publicUrl = `http://localhost:${(proxy.address() as AddressInfo).port}`
  const made = await worldWith({ publicUrl })
  port = Number(new URL(made.url).port)
  token = (await withPersonalToken(made, made.ann)).token
  const results = await Promise.all(scenarios.map(scenario => check(`${publicUrl}/mcp`, scenario)))
  for (const { scenario, status, printed } of results) {
    assert.equal(status, 0, `${scenario}: ${printed}`)
    assert.match(printed, /Passed: [1-9]/, `${scenario}: ${printed}`)
  }
})

async function check(url: string, scenario: string) {
  const child = spawn(process.execPath, [program, 'server', '--url', url, '--scenario', scenario])
  const closed = new Promise<number | null>(resolve => child.on('close', resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { scenario, status, printed: stdout + stderr }
}

async function listen(handler: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<Server> {
  const server = createServer(handler)
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  return server
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, to: { port: number; token: string }): void {
  const headers = { ...incoming.headers, authorization: `Bearer ${to.token}` }
  const options = { port: to.port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers }
  const forwarded = request(options, response => {
    outgoing.writeHead(response.statusCode as number, response.headers)
    response.pipe(outgoing)
  })
  incoming.pipe(forwarded)
}
