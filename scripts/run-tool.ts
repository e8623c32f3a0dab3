// Runs an installed command-line tool with our standard output. Returns its exit code.

import { spawnSync } from 'node:child_process'
import { projectRoot } from './project-files.ts'

export function runTool(name: string, args: string[]): number {
  const program = `${projectRoot}/node_modules/.bin/${name}`
  const { error, status } = spawnSync(process.execPath, [program, ...args], { cwd: projectRoot, stdio: 'inherit' })
  if (error) console.log(error.message)
  return status ?? 1
}
