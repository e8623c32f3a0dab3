// Makes a release in a checkout: checks the tree, changes the files, commits and tags. It does not push or publish
// anything.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isOlder, nextVersion, releaseFiles } from './release-files.ts'

export interface ReleaseOptions {
  /** The path of the checkout. */
  readonly root: string
  /** Default: derived from the changelog. */
  readonly version?: string | undefined
  /** ISO date. */
  readonly date: string
  readonly newestMigration: string
  /** Shows what would change, and changes nothing. */
  readonly isDryRun: boolean
}

export interface MadeRelease {
  readonly version: string
  readonly tag: string
  readonly diff: string
}

/** Throws a message for the operator if a release is not possible. */
export function makeRelease({ root, version, date, newestMigration, isDryRun }: ReleaseOptions): MadeRelease {
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null)
  const { version: from, workspaces = [] } = JSON.parse(read('package.json') ?? '{}')
  requireReleasableTree(root)
  const isFirst = !hasTag(root, from)
  const to = version ?? (isFirst ? from : nextVersion(from, read('CHANGELOG.md') ?? ''))
  if (isOlder(to, from)) throw new Error(`the version ${to} is older than the current one, ${from}`)
  if (hasTag(root, to)) throw new Error(`the tag v${to} exists: that version was released`)
  const files = releaseFiles(read, workspaces, { from, to, date, newestMigration })
  const diff = diffOf(read, files)
  if (!isDryRun) {
    for (const [path, text] of files) writeFileSync(join(root, path), text)
    git(root, 'add', '--', ...files.keys())
    git(root, 'commit', '--quiet', '-m', `release: ${to}`)
    git(root, 'tag', '-a', `v${to}`, '-m', `Tessera ${to}`)
  }
  return { version: to, tag: `v${to}`, diff }
}

function requireReleasableTree(root: string): void {
  const changes = git(root, 'status', '--porcelain')
  if (changes !== '') throw new Error(`the tree is not clean: commit or remove these first\n${changes}`)
  const branch = git(root, 'rev-parse', '--abbrev-ref', 'HEAD').trim()
  if (branch !== 'main') throw new Error(`a release is made on the branch main, but this is ${branch}`)
}

const hasTag = (root: string, version: string) => git(root, 'tag', '--list', `v${version}`).trim() !== ''

function git(root: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${error?.message ?? stderr.trim()}`)
  return stdout
}

/** Compares two temporary folders, because a dry run must not touch the tree. */
function diffOf(read: (path: string) => string | null, files: ReadonlyMap<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-release-'))
  try {
    for (const [path, text] of files)
      for (const [side, content] of [
        ['a', read(path) ?? ''],
        ['b', text],
      ] as const) {
        mkdirSync(dirname(join(folder, side, path)), { recursive: true })
        writeFileSync(join(folder, side, path), content)
      }
    const args = ['diff', '--no-index', '--no-prefix', '--unified=1', 'a', 'b']
    return spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}
