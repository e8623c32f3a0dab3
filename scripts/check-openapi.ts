// docs/openapi.json and docs/asyncapi.json are generated from the contract's tables, so that a change of the API shows as a
// change of those files, and linters accept the first. --write updates them.

import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { lintOpenApi } from './openapi-linters.ts'
import { projectRoot, readProjectFile } from './project-files.ts'

const documents = {
  'docs/openapi.json': 'server/api/descriptions/openapi.ts',
  'docs/asyncapi.json': 'server/api/descriptions/asyncapi.ts',
}

for (const [golden, generator] of Object.entries(documents)) compare(golden, generate(generator))
await lint(readProjectFile('docs/openapi.json'))

function generate(generator: string): string {
  const { error, status, stdout, stderr } = spawnSync(process.execPath, [generator], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!error && status === 0) return stdout
  console.log(error?.message ?? stderr)
  process.exit(1)
}

function compare(golden: string, generated: string) {
  const current = existsSync(`${projectRoot}/${golden}`) ? readProjectFile(golden) : ''
  if (current === generated) return
  if (process.argv.includes('--write')) {
    writeFileSync(`${projectRoot}/${golden}`, generated)
    return
  }
  const [currentLines, lines] = [current.split('\n'), generated.split('\n')]
  const at = lines.findIndex((line, index) => line !== currentLines[index])
  const [line, first] = at < 0 ? [lines.length, ''] : [at, lines[at]]
  console.log(`${golden}:${line + 1} differs from the contract, which has:\n${first}`)
  console.log('If the API is meant to change, run `npm run check -- openapi --write`.')
  process.exitCode = 1
}

async function lint(generated: string): Promise<void> {
  const problems = await lintOpenApi(generated)
  for (const problem of problems) console.log(problem)
  if (problems.length > 0) process.exitCode = 1
}
