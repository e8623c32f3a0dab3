// Everything that is checked without running the product: each scripts/check-<name>.ts, two at a time. Names pick some
// of them (`npm run check -- types lint`), --write mends what can be mended.

import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { inTurns } from './in-turns.ts'
import { projectRoot } from './project-files.ts'

export type Tally = { passed: number; failed: number; skipped: number }

export async function runCheck(name: string, flags: string[], say: (text: string) => void): Promise<Tally> {
  const { isFine, output } = await runScript(name, flags)
  say(isFine ? `  ok      ${name}` : `  failed  ${name}\n${output.trimEnd()}\n`)
  return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0 }
}

/** The slow ones first, so that the quick ones run beside them. */
export function checkNames(): string[] {
  const slow = ['unused', 'types', 'lint']
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
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { isFine: code === 0, output: stdout + stderr }
}

if (import.meta.main) {
  const words = process.argv.slice(2)
  const flags = words.filter(word => word.startsWith('--'))
  const names = words.filter(word => !word.startsWith('--'))
  const unknown = [...names.filter(name => !checkNames().includes(name)), ...flags.filter(flag => flag !== '--write')]
  if (unknown.length) {
    console.error(`There is no ${unknown.join(', ')}; checks are ${checkNames().join(', ')}, and --write mends.`)
    process.exit(1)
  }
  await inTurns(names.length ? names : checkNames(), async name => {
    const { failed } = await runCheck(name, flags, console.log)
    if (failed) process.exitCode = 1
  })
}
