// The licenses of the packages that Tessera runs with or delivers to browsers: packages of the lock file that the server,
// the client and the pages depend on, without tools and tests. The texts come from node_modules.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockEntry {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export type LockPackages = Readonly<Record<string, LockEntry>>

/** The pages are built with these packages, but do not contain them. */
const buildTools = new Set(['vite', '@vitejs/plugin-react'])
const workspaces = ['contract', 'drawing', 'formats', 'agents', 'clients/typescript', 'cli', 'server', 'web']

export interface ShippedPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  /** Compiled for one platform, and installed only there. */
  readonly isVariant: boolean
  /** The folder of the package. */
  readonly path: string
}

/** Sorted by name, then version; the same on every platform. */
export function listShippedPackages(packages: LockPackages): ShippedPackage[] {
  const found = new Map<string, ShippedPackage>()
  for (const workspace of workspaces) addDependencies(workspace)
  return [...found.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))

  function addDependencies(from: string): void {
    const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = buildTools.has(name) ? null : findPath(packages, from, name)
      if (path === null || found.has(path)) continue
      const { version = '', license = 'see its text', link = false, optional = false } = packages[path] as LockEntry
      if (link) continue
      found.set(path, { name, version, license, isVariant: optional, path })
      addDependencies(path)
    }
  }
}

/** Finds a package like Node does: in the folder of the importing package, or in one above. */
function findPath(packages: LockPackages, from: string, name: string): string | null {
  const here = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (packages[here]) return here
  if (from === '') return null
  const end = from.lastIndexOf('/node_modules/')
  return findPath(packages, end < 0 ? '' : from.slice(0, end), name)
}

export function thirdPartyNotices(root: string, packages: LockPackages): string {
  const shipped = listShippedPackages(packages)
  const groups = Map.groupBy(
    shipped.filter(({ isVariant }) => !isVariant),
    ({ path }) => readLicense(join(root, path)),
  )
  const variants = shipped.filter(({ isVariant }) => isVariant)
  return `${[
    '# Third-party notices',
    'Tessera contains, or is installed with, the packages below. This file is generated: `npm run check -- notices --write`.',
    'The runtime is Node.js (MIT; `LICENSE` in the package of its platform lists the notices of what it contains).',
    [
      'Compiled for one platform each, with the same license as the package that they belong to. libvips (the packages',
      'sharp-libvips) is a separate library under the [LGPL 3.0](https://www.gnu.org/licenses/lgpl-3.0.html) or later, which',
      'can be replaced; its sources are at <https://github.com/lovell/sharp-libvips>.',
    ].join('\n'),
    variants.map(line).join('\n'),
    ...[...groups].map(
      ([text, members]) => `## ${members.map(({ name }) => name).join(', ')}\n\n${section(text, members)}`,
    ),
  ].join('\n\n')}\n`
}

const section = (text: string, members: readonly ShippedPackage[]) =>
  [
    members.map(line).join('\n'),
    text === '' ? 'The package contains no license text.' : `\`\`\`text\n${text}\n\`\`\``,
  ].join('\n\n')

const line = ({ name, version, license }: ShippedPackage) => `- ${name} ${version} (${license})`

/** Reads the license files of a package, including those of the code that it contains. */
function readLicense(folder: string): string {
  if (!existsSync(folder)) return ''
  const names = readdirSync(folder)
    .filter(name => /^(licen[cs]e|copying|notice|third.?party)/i.test(name))
    .sort()
  return names
    .map(name => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
    .replaceAll('```', "'''")
    .split('\n')
    .map(text => text.trimEnd())
    .join('\n')
}
