// Writes the databases of a commit for the tests of upgrades: `npm run earlier-state -- <commit>`. The commit's own server
// runs on SQLite and on PostgreSQL, is filled through its API, and is stopped. The archive holds both data folders, the
// PostgreSQL database as SQL, a backup, and state.json: what a test has to know about it.

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../project-files.ts'
import { requireProgram } from '../test-programs.mjs'
import { startPostgres } from '../test-servers.ts'
import { checkState } from './check-state.ts'
import { extractCommit, type Settings, startCommit } from './commit-server.ts'
import { publicUrl } from './fill-programs.ts'
import { fillState } from './fill-state.ts'
import type { FilledState } from './filled-state.ts'
import { openApi } from './state-api.ts'
import { owner, secretKey, stateSettings } from './state-settings.ts'

const archives = join(projectRoot, 'server/testing/earlier-states')

const commit = execFileSync('git', ['rev-parse', '--short=8', `${process.argv[2]}^{commit}`], {
  cwd: projectRoot,
  encoding: 'utf8',
}).trim()
const source = await extractCommit(commit)
const state = await mkdtemp(join(tmpdir(), 'tessera-state-'))
const postgres = await startPostgres()
try {
  const backup = join(state, 'backup')
  const sqlite = await write(join(state, 'sqlite'), {}, backup)
  const onPostgres = await write(join(state, 'postgres'), { DATABASE_URL: postgres.url })
  await writeFile(join(state, 'postgres.sql'), dump(postgres.url))
  const known = { commit, writtenAt: new Date().toISOString(), publicUrl, secretKey, sqlite, postgres: onPostgres }
  await writeFile(join(state, 'state.json'), JSON.stringify(known, null, 2))
  await mkdir(archives, { recursive: true })
  pack(state, join(archives, `${commit}.tar.gz`))
} finally {
  await postgres.stop()
  // With retries: processes of the stopped server may still write their compile cache for a moment.
  for (const folder of [source, state]) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

async function write(dataDir: string, more: Settings, backup?: string): Promise<FilledState> {
  const server = await startCommit(source, { DATA_DIR: dataDir, ...stateSettings, ...more })
  try {
    const filled = await fillState(server, owner)
    await checkState(await openApi(server.url), await server.tessera('token', '--email', owner.email), filled)
    if (backup) await server.tessera('backup', backup)
    return filled
  } finally {
    await server.stop()
  }
}

/** Statements that any client can send to PostgreSQL 14: rows as inserts, no commands of psql, no newer settings. */
function dump(url: string): string {
  const options = ['--no-owner', '--no-privileges', '--rows-per-insert=100', url]
  const text = execFileSync(join(requireProgram('postgresql'), 'pg_dump'), options, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  return text.replaceAll(/^(\\.*|SET transaction_timeout.*|--.*|)\n/gm, '')
}

/** Without what the server only needs while it runs. Mail is kept, if it was sent to a file. */
function pack(folder: string, archive: string): void {
  const unneeded = ['work', 'spool', 'server.lock*', '*.db-shm'].map(name => `--exclude=${name}`)
  const reproducible = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner']
  execFileSync('tar', ['-c', '-I', 'gzip -9n', '-f', archive, '-C', folder, ...unneeded, ...reproducible, '.'])
}
