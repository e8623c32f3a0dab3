// Two versions of the server in separate folders: an older one from git, and a newer one, which is this one with one
// more migration. For tests in which both run on one database.

import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { migrations } from '../platform/db/migrations/index.ts'
import { earlierCommits } from './earlier-states.ts'

const projectRoot = join(import.meta.dirname, '../..')

const git = (...args: string[]) => spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8', maxBuffer: 2 ** 30 })

/**
 * The newest commit whose database is kept for tests and lacks a migration of today. Throws if the history of the project
 * is not there.
 */
export function findOlderCommit(): string {
  const { status, stdout, stderr, error } = git('log', '--no-walk=sorted', '--format=%H', ...earlierCommits)
  const commits = stdout?.trim().split('\n') ?? []
  const older = commits.find(lacksMigration)
  if (status === 0 && older) return older
  const reason = error?.message ?? (stderr.trim() || 'no kept commit lacks a migration')
  throw new Error(`This test runs an older commit and needs the git history (git fetch --unshallow): ${reason}`)
}

/** The files are found by name, wherever the commit has them. */
function lacksMigration(commit: string): boolean {
  const files = new Set(
    git('ls-tree', '-r', '--name-only', commit)
      .stdout.split('\n')
      .map(path => basename(path)),
  )
  return migrations.some(({ name }) => !files.has(`${name}.ts`))
}

/** Returns the folder. Where its packages are does not matter: its own package.json says it. */
export async function extractCommit(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-older-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: projectRoot, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  await linkPackages(folder)
  return folder
}

export async function copyWithMigration(name: string, source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-newer-'))
  for (const path of ['package.json', ...(await workspacesOf(projectRoot))])
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
  await mkdir(own)
  for (const name of await readdir(installed))
    if (name !== '@tessera' && !name.startsWith('.')) await symlink(join(installed, name), join(own, name))
  for (const path of await workspacesOf(folder)) {
    const { name } = await readPackage(join(folder, path))
    await mkdir(dirname(join(own, name)), { recursive: true })
    await symlink(join(folder, path), join(own, name))
    const nested = join(projectRoot, path, 'node_modules')
    if (await readdir(nested).catch(() => null)) await symlink(nested, join(folder, path, 'node_modules'))
  }
}

const readPackage = async (folder: string): Promise<{ name: string; workspaces: readonly string[] }> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

const workspacesOf = async (folder: string) => (await readPackage(folder)).workspaces
