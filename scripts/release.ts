// `npm run release -- [--dry-run] [--version <version>]`: makes a release, builds its artifacts in dist/, and prints the
// commands that publish them. It pushes and publishes nothing. It asks the registries for the digests of the images that the
// Dockerfile builds on, and stops without them. --dry-run only shows what it would do.

import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { migrations } from '../server/platform/db/migrations/index.ts'
import { baseImages, buildArguments, withDigests } from './base-images.ts'
import { makeRelease } from './make-release.ts'
import { projectRoot, readProjectFile } from './project-files.ts'
import { findProgram } from './test-programs.mjs'

const buildCommands = (): [program: string, ...args: string[]][] => [
  [process.execPath, 'scripts/package-client.ts'],
  [
    findProgram('python') ?? 'python3',
    '-m',
    'pip',
    'wheel',
    '--quiet',
    '--no-deps',
    '--no-build-isolation',
    '-w',
    'dist',
    './clients/python',
  ],
  [process.execPath, 'scripts/write-sbom.ts'],
]

const artifacts = (version: string) => [
  `dist/tessera-client-${version}.tgz`,
  `dist/tessera_client-${version}-py3-none-any.whl`,
  `dist/tessera-${version}.cdx.json`,
  'dist/THIRD-PARTY-NOTICES.md',
]

const publishing = (version: string, tag: string, bases: string) => [
  `git push origin main ${tag}`,
  `docker build ${bases} -t tessera:${version} -t tessera:${version.replace(/\.\d+$/, '')} -t tessera:latest .`,
  `docker push <registry>/tessera:${version}`,
  `npm publish dist/tessera-client-${version}.tgz --access public`,
  `python3 -m twine upload dist/tessera_client-${version}-py3-none-any.whl`,
]

const pinnedBases = async () => buildArguments(await withDigests(baseImages(readProjectFile('Dockerfile'))))

const list = (lines: readonly string[]) => lines.map(line => `  ${line}`).join('\n')

try {
  const options = { 'dry-run': { type: 'boolean', default: false }, version: { type: 'string' } } as const
  const { values } = parseArgs({ options })
  const isDryRun = values['dry-run']
  // First, because a release whose images cannot be pinned must change nothing.
  const bases = await pinnedBases().catch((error: Error) => {
    if (!isDryRun) throw error
    return `<a release stops here: ${error.message}>`
  })
  const { version, tag, diff } = makeRelease({
    root: projectRoot,
    version: values.version,
    date: new Date().toISOString().slice(0, 10),
    newestMigration: migrations.at(-1)?.name ?? '',
    isDryRun,
  })
  console.log(diff)
  if (!isDryRun)
    for (const [program, ...args] of buildCommands())
      execFileSync(program, args, { cwd: projectRoot, stdio: 'inherit' })
  console.log(`${isDryRun ? 'Would commit' : 'Committed'} "release: ${version}" with the tag ${tag}.`)
  console.log(`${isDryRun ? 'Would build' : 'Built'}:\n${list(artifacts(version))}`)
  console.log(`To publish, after \`npm test -- --full\`:\n${list(publishing(version, tag, bases))}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
