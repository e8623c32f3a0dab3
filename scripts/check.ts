// Runs every check that does not need a running server: each scripts/check-<name>.ts, a few at a time. Names select
// some of them and show what they print (`npm run check -- types wings`), --write fixes what can be fixed.

import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { projectRoot } from './project-files.ts'
import { runConcurrently } from './run-concurrently.ts'

export type TestCounts = { passed: number; failed: number; skipped: number }

export async function runCheck(
  name: string,
  flags: string[],
  print: (text: string) => void,
  isVerbose = false,
): Promise<TestCounts> {
  const { isOk, output } = await runScript(name, flags)
  const shown = isOk && !isVerbose ? '' : `\n${output}`
  print(`  ${isOk ? 'ok    ' : 'failed'}  ${name}${shown.trimEnd()}${isOk ? '' : '\n'}`)
  return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 }
}

/** The slow ones start first, so that the quick ones run at the same time. */
export function checkNames(): string[] {
  const slow = ['unused', 'package', 'types', 'lint']
  const files = readdirSync(import.meta.dirname)
  const names = files.flatMap(file => /^check-([a-z]+)\.ts$/.exec(file)?.[1] ?? []).sort()
  return [...names.filter(name => slow.includes(name)), ...names.filter(name => !slow.includes(name))]
}

async function runScript(name: string, flags: string[]) {
  const child = spawn(process.execPath, [`scripts/check-${name}.ts`, ...flags], {
    cwd: projectRoot,
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>(resolve => child.on('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { isOk: code === 0, output: stdout + stderr }
}

if (import.meta.main) {
  const words = process.argv.slice(2)
  const flags = words.filter(word => word.startsWith('--'))
  const names = words.filter(word => !word.startsWith('--'))
  const unknown = [...names.filter(name => !checkNames().includes(name)), ...flags.filter(flag => flag !== '--write')]
  if (unknown.length) {
    console.error(
      `Unknown: ${unknown.join(', ')}. The checks are ${checkNames().join(', ')}; --write fixes what can be fixed.`,
    )
    process.exit(1)
  }
  await runConcurrently(names.length ? names : checkNames(), async name => {
    const { failed } = await runCheck(name, flags, console.log, names.length > 0)
    if (failed) process.exitCode = 1
  })
}
