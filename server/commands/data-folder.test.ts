// Tests where the operator commands look for the data of the server, and that they create none.

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { runCommand } from '../testing/command-line.ts'
import { emptyLocation } from '../testing/test-database.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

test('[ADR-14] a command in a folder without data names the folder and creates nothing', async t => {
  const { settings, drop } = await emptyLocation('sqlite')
  t.after(drop)
  const folder = join(settings.dataDir, 'elsewhere')
  for (const command of ['token --email admin@example.com', 'user list', 'backup all.tar', 'jobs']) {
    const { status, stderr } = await runCommand(command.split(' '), { DATA_DIR: folder })
    assert.notEqual(status, 0)
    assert.match(stderr, new RegExp(`There is no database in DATA_DIR ${folder}\\. Set DATA_DIR`), command)
  }
  const { status, stdout } = await runCommand(['check'], { DATA_DIR: folder })
  assert.equal(status, 0)
  assert.match(stdout, new RegExp(`^database: ok, there is no database in DATA_DIR ${folder}; the first start`, 'm'))
  assert.ok(!existsSync(folder))
})

test('[ADR-14] [MCP-2] the first start prints the command for a token, which finds its data and works for agents', async t => {
  const { settings, drop } = await emptyLocation('sqlite')
  const folder = join(settings.dataDir, "Ann's boards")
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE }
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...env, DATA_DIR: folder, PORT: '0', DEMO: '0', LOG_LEVEL: 'error' },
  })
  t.after(async () => {
    const closed = once(server, 'close')
    server.kill()
    await closed
    await drop()
  })
  let printed = ''
  for await (const text of server.stdout.setEncoding('utf8')) {
    printed += text
    if (/Access token .*\n/.test(printed)) break
  }
  const [, url] = /running at (\S+)/.exec(printed) ?? []
  const [, command = ''] = /Access token +(.*)\n/.exec(printed) ?? []
  // Runs without the setup of the checkout that npm runs.
  const direct = command.replace('npm run -s tessera --', `'${process.execPath}' server/cli.ts`)
  assert.notEqual(direct, command)
  const { stdout } = await run('sh', ['-c', direct], { cwd: root, env })
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stdout.trim()}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  assert.equal(response.status, 200)
  assert.match(await response.text(), /read_board/)
})
