// Two versions of the server in separate folders: an older one from git, and a newer one, which is this one with one
// more migration. For tests in which both run on one database.

import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../platform/db/migrations/index.ts'

const projectRoot = join(import.meta.dirname, '../..')
const packages = ['contract', 'drawing', 'client', 'cli', 'server', 'web']
const sources = [...packages.filter(name => name !== 'web'), 'package.json', 'web/ui']

/** Without it, an older server refuses a database that a newer one has migrated. */
const toleranceFile = 'server/platform/db/applied-migrations.ts'

const git = (...args: string[]) => spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' })

/**
 * The last commit before the newest migration, or the current one if that cannot run beside a newer server. `reason` says
 * why there is none.
 */
export function findOlderCommit(): { commit: string } | { reason: string } {
  const head = git('rev-parse', 'HEAD')
  if (head.status !== 0) return { reason: `there is no git history: ${head.error?.message ?? head.stderr.trim()}` }
  const newest = `server/platform/db/migrations/${migrations.at(-1)?.name}.ts`
  const added = git('log', '--diff-filter=A', '-1', '--format=%H', '--', newest).stdout.trim()
  const candidates = [...(added ? [`${added}^`] : []), 'HEAD']
  const commit = candidates.find(one => git('cat-file', '-e', `${one}:${toleranceFile}`).status === 0)
  return commit === undefined ? { reason: 'the git history is too short' } : { commit }
}

/** Returns the folder. */
export async function extractCommit(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-older-'))
  const archive = execFileSync('git', ['archive', commit, ...sources], { cwd: projectRoot, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  await linkPackages(folder)
  return folder
}

export async function copyWithMigration(name: string, source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-newer-'))
  for (const path of sources)
    await cp(join(projectRoot, path), join(folder, path), {
      recursive: true,
      filter: from => !/\/(node_modules|dist|testing)$/.test(from),
    })
  await linkPackages(folder)
  const list = join(folder, 'server/platform/db/migrations')
  await writeFile(join(list, `${name}.ts`), source)
  const index = await readFile(join(list, 'index.ts'), 'utf8')
  const added = `import * as added from './${name}.ts'\n${index.replace(/\n\]\s*$/, '\n  added,\n]\n')}`
  await writeFile(join(list, 'index.ts'), added)
  return folder
}

/** The packages of this project are those of the folder, all others are shared. */
async function linkPackages(folder: string): Promise<void> {
  const installed = join(projectRoot, 'node_modules')
  const own = join(folder, 'node_modules')
  await mkdir(join(own, '@tessera'), { recursive: true })
  for (const name of await readdir(installed))
    if (name !== '@tessera' && !name.startsWith('.')) await symlink(join(installed, name), join(own, name))
  for (const name of packages) await symlink(join(folder, name), join(own, '@tessera', name))
  for (const name of packages) {
    const nested = join(projectRoot, name, 'node_modules')
    if (await readdir(nested).catch(() => null)) await symlink(nested, join(folder, name, 'node_modules'))
  }
}
