// Fills the server of today like `npm run earlier-state` does, so that the script works when a database has to be kept, and
// its databases hold what was added since the last one.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startProcess } from '../../server/testing/server-process.ts'
import { removeFolder } from '../../server/testing/test-database.ts'
import { projectRoot } from '../project-files.ts'
import { checkState } from './check-state.ts'
import { fillState } from './fill-state.ts'
import { openApi } from './state-api.ts'
import { owner, stateSettings } from './state-settings.ts'

test('[OPS-62] a database of today can be kept, with objects of every kind, events of every type and every role', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-filled-'))
  t.after(() => removeFolder(dataDir))
  const server = await startProcess({ dataDir }, stateSettings)
  t.after(() => server.stop())
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...stateSettings }
  const tessera = async (...args: readonly string[]) => {
    const command = [join(projectRoot, 'server/cli.ts'), ...args]
    const { stdout } = await promisify(execFile)(process.execPath, command, { env })
    return stdout.trim()
  }
  const filled = await fillState({ url: server.url, tessera, stop: () => server.stop() }, owner)
  await checkState(await openApi(server.url), await tessera('token', '--email', owner.email), filled)
  assert.match(filled.board, /^\w{20}$/)
})
