// docs/openapi.json is what the contract's tables say, as a file: a change of the API shows as a change of that file.
// With --write it is written anew.

import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { projectRoot, readProjectFile } from './project-files.ts'

const golden = 'docs/openapi.json'
const generator = 'server/http/openapi.ts'

if (existsSync(`${projectRoot}/${generator}`)) compare(generate())

function generate(): string {
  const { error, status, stdout, stderr } = spawnSync(process.execPath, [generator], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!error && status === 0) return stdout
  console.log(error?.message ?? stderr)
  process.exit(1)
}

function compare(generated: string) {
  const kept = existsSync(`${projectRoot}/${golden}`) ? readProjectFile(golden) : ''
  if (kept === generated) return
  if (process.argv.includes('--write')) {
    writeFileSync(`${projectRoot}/${golden}`, generated)
    return
  }
  const [keptLines, lines] = [kept.split('\n'), generated.split('\n')]
  const at = lines.findIndex((line, index) => line !== keptLines[index])
  const [line, first] = at < 0 ? [lines.length, ''] : [at, lines[at]]
  console.log(`${golden}:${line + 1} differs from what the contract says; there it is:\n${first}`)
  console.log('If the API is meant to change, `npm run check -- openapi --write` writes the file anew.')
  process.exitCode = 1
}
