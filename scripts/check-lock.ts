// package-lock.json must pin the content of every package, for every platform, and name no registry: an installation
// then gets the same bytes from any registry or mirror. The checksums of Node must be those of the pinned version.

import { readProjectFile } from './project-files.ts'

interface Entry {
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly inBundle?: boolean
}

/**
 * Variants for other platforms that the registry did not have when their version was locked, so that their hashes are not
 * known. Fill them in with the next update, and remove them here.
 */
const unknownHashes = new Set(
  ['android-arm64', 'darwin-arm64', 'darwin-x64', 'linux-arm-gnueabihf', 'linux-riscv64-gnu']
    .concat('win32-arm64-msvc', 'win32-x64-msvc')
    .map(platform => `node_modules/@napi-rs/canvas-${platform}`),
)

export type Lock = { readonly packages: Readonly<Record<string, Entry>> }
type Checksums = { readonly version: string; readonly sha256: Readonly<Record<string, string>> }

export function lockFaults({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { integrity, resolved, link, inBundle }]) => [
    ...(path.includes('node_modules/') &&
    !link &&
    !inBundle &&
    !unknownHashes.has(path) &&
    !/^sha512-/.test(integrity ?? '')
      ? [`package-lock.json: ${path} has no integrity hash`]
      : []),
    ...(resolved !== undefined && !link ? [`package-lock.json: ${path} names an address: ${resolved}`] : []),
  ])
}

export function checksumFaults({ version, sha256 }: Checksums, wanted: string): string[] {
  const hint = 'run node scripts/update-node-checksums.ts'
  const needed = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64']
  return [
    ...(version === wanted
      ? []
      : [`node-checksums.json is for Node ${version}, but package.json pins ${wanted}: ${hint}`]),
    ...needed
      .filter(platform => !/^[0-9a-f]{64}$/.test(sha256[platform] ?? ''))
      .map(platform => `node-checksums.json has no checksum for ${platform}: ${hint}`),
  ]
}

if (import.meta.main) {
  const found = [
    ...lockFaults(JSON.parse(readProjectFile('package-lock.json'))),
    ...checksumFaults(
      JSON.parse(readProjectFile('scripts/node-checksums.json')),
      JSON.parse(readProjectFile('package.json')).devDependencies.node,
    ),
  ]
  for (const sentence of found) console.log(sentence)
  process.exitCode = found.length ? 1 : 0
}
