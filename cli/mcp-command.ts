// Connects an agent that starts programs (stdio) to the MCP endpoint of a server. Standard output has messages of the
// protocol and nothing else.

import { createInterface } from 'node:readline'
import { defineCommand } from './command.ts'
import { McpBridge } from './mcp-bridge.ts'

export const mcp = defineCommand({
  name: 'mcp',
  group: 'Your boards',
  usage: 'mcp [--url <url>]',
  summary:
    'connects an agent to the server: reads MCP messages from standard input and writes responses to standard output',
  async run({ profile, stdin, stdout, stderr, signal }) {
    const { url, token } = await profile()
    const bridge = new McpBridge({
      endpoint: `${url}/mcp`,
      token,
      send: message => void stdout.write(`${JSON.stringify(message)}\n`),
      log: text => void stderr.write(`tessera mcp: ${text}\n`),
    })
    const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY, signal })
    lines.on('line', line => bridge.receive(line))
    await new Promise<void>(resolve => lines.once('close', resolve))
    if (signal.aborted) bridge.close()
    await bridge.idle()
  },
})
