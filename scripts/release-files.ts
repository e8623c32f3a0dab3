// Computes what a release changes in the files of the project: versions, the changelog, and the newest migration of the
// release. Pure: it returns the new texts.

export interface ReleaseFacts {
  readonly from: string
  readonly to: string
  /** ISO date. */
  readonly date: string
  readonly newestMigration: string
}

/** Reads a file of the project; returns null if there is none. */
type ReadFile = (path: string) => string | null

/** Returns the new text of each file that changes. */
export function releaseFiles(read: ReadFile, workspaces: readonly string[], facts: ReleaseFacts): Map<string, string> {
  const changed = new Map<string, string>()
  const edit = (path: string, change: (text: string) => string) => {
    const text = read(path)
    const next = text === null ? null : change(text)
    if (next !== null && next !== text) changed.set(path, next)
  }
  for (const folder of ['', ...workspaces]) edit(folder ? `${folder}/package.json` : 'package.json', withVersion(facts))
  edit('package-lock.json', text => lockWithVersion(text, workspaces, facts))
  edit('clients/python/src/tessera/_version.py', text => text.replace(`"${facts.from}"`, `"${facts.to}"`))
  for (const path of ['docs/openapi.json', 'docs/asyncapi.json'])
    edit(path, text => text.replace(`"version": "${facts.from}"`, `"version": "${facts.to}"`))
  for (const path of ['docs/guides/typescript.md', 'docs/guides/quick-start.md', 'clients/python/README.md'])
    edit(path, text => text.replaceAll(/(tessera[-_]client-)\d+\.\d+\.\d+/g, `$1${facts.to}`))
  edit('deploy/kubernetes/deployment.yaml', text => text.replace(/(\/tessera:)\d+\.\d+\.\d+/, `$1${facts.to}`))
  edit('server/platform/db/migrations/releases.ts', text => withRelease(text, facts))
  edit('CHANGELOG.md', text => datedChangelog(text, facts))
  return changed
}

/** Updates its own version, and those of the packages of this project that it depends on. */
const withVersion =
  ({ from, to }: ReleaseFacts) =>
  (text: string) =>
    text
      .replace(`"version": "${from}"`, `"version": "${to}"`)
      .replaceAll(new RegExp(`("@tessera/[\\w-]+": )"${from.replaceAll('.', '\\.')}"`, 'g'), `$1"${to}"`)

interface LockEntry {
  version?: string
  dependencies?: Record<string, string>
}

function lockWithVersion(text: string, workspaces: readonly string[], { to }: ReleaseFacts): string {
  const lock = JSON.parse(text) as { version: string; packages: Record<string, LockEntry> }
  lock.version = to
  for (const path of ['', ...workspaces]) {
    const entry = lock.packages[path]
    if (!entry) continue
    entry.version = to
    for (const name of Object.keys(entry.dependencies ?? {}))
      if (name.startsWith('@tessera/')) (entry.dependencies as Record<string, string>)[name] = to
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

function withRelease(text: string, { to, newestMigration }: ReleaseFacts): string {
  const entry = `  { version: '${to}', migration: '${newestMigration}' },\n`
  return text.replace(/\[\n?([^\]]*?)\]\s*$/, (_, entries: string) => `[\n${entries}${entry}]\n`)
}

const heading = '## [Unreleased]\n'

function datedChangelog(text: string, { to, date }: Pick<ReleaseFacts, 'to' | 'date'>): string {
  if (readUnreleased(text) === '') throw new Error('CHANGELOG.md has nothing under [Unreleased]')
  return text.replace(heading, `${heading}\n## [${to}] - ${date}\n`)
}

/** Returns the text under the heading, without surrounding white space. */
function readUnreleased(changelog: string): string {
  const start = changelog.indexOf(heading)
  if (start < 0) throw new Error('CHANGELOG.md has no heading [Unreleased]')
  const rest = changelog.slice(start + heading.length)
  const end = rest.search(/^## \[/m)
  return rest.slice(0, end < 0 ? undefined : end).trim()
}

/** Only fixes make a patch; before 1.0 everything else is a minor version. */
export function nextVersion(current: string, changelog: string): string {
  const [major, minor, patch] = numbersOf(current)
  const groups = [...readUnreleased(changelog).matchAll(/^### (\w+)/gm)].map(([, name]) => name)
  const isFix = groups.every(name => name === 'Fixed' || name === 'Security')
  if (isFix) return `${major}.${minor}.${patch + 1}`
  return groups.includes('Removed') && major > 0 ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`
}

export function isOlder(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)]
  const differing = a.findIndex((number, index) => number !== b[index])
  return differing >= 0 && (a[differing] as number) < (b[differing] as number)
}

function numbersOf(version: string): [number, number, number] {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  if (!match) throw new Error(`the version must be three numbers such as 1.2.3, but is ${version}`)
  return [Number(match[1]), Number(match[2]), Number(match[3])]
}
