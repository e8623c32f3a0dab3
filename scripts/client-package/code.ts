// The code of the package: the client and what it uses of the contract in one readable file, and the command line in
// another. The contract's tables are evaluated, so that the package contains their data instead of schemas.

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { build, type Plugin } from 'rolldown'
import { projectRoot } from '../project-files.ts'

/** The oldest Node that the package runs on. */
const target = 'node20'

/** The files of the package, with their sources and their imports. */
const files: readonly { file: string; input: string; imports: (string | RegExp)[] }[] = [
  { file: 'index.js', input: 'clients/typescript/index.ts', imports: ['#web-socket'] },
  { file: 'node-web-socket.js', input: 'clients/typescript/live/node-web-socket.ts', imports: ['ws'] },
  { file: 'no-web-socket.js', input: 'clients/typescript/live/no-web-socket.ts', imports: [] },
  { file: 'cli.js', input: 'cli/main.ts', imports: [/^node:/, '@tessera/client'] },
]

export async function bundleCode(folder: string): Promise<void> {
  for (const { file, input, imports } of files) await bundle(join(projectRoot, input), join(folder, file), imports)
  chmodSync(join(folder, 'cli.js'), 0o755)
}

async function bundle(input: string, file: string, imports: (string | RegExp)[]): Promise<void> {
  await build({
    input,
    external: imports,
    platform: 'neutral',
    plugins: [evaluateTables, markCallsAsPure],
    treeshake: { moduleSideEffects: false },
    transform: { target },
    logLevel: 'warn',
    output: { file, format: 'esm', codeSplitting: false, paths: { '@tessera/client': './index.js' } },
    onLog: (_level, log) => {
      throw new Error(log.message)
    },
  })
}

/** Modules whose exports are data. Functions are omitted: the client does not import them. */
const tables = /\/(typescript\/rest\/call-table|contract\/kinds\/[a-z]+)\.ts$/

const evaluateTables: Plugin = {
  name: 'evaluate-tables',
  async load(id) {
    if (!tables.test(id)) return null
    const values = Object.entries(await import(id)).filter(([, value]) => typeof value !== 'function')
    return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value, dataOnly, 2)}\n`).join('\n')
  },
}

const schemaNames = new Set(['Create', 'Update', 'Record', 'schema'])

const dataOnly = (name: string, value: unknown) => (schemaNames.has(name) ? undefined : value)

/**
 * The calls that create values of the contract have no side effects: a schema that the client does not use is removed.
 */
const markCallsAsPure: Plugin = {
  name: 'mark-calls-as-pure',
  transform(code, id) {
    if (!/\/contract\/[a-z-]+\.ts$/.test(id)) return null
    const calls = new Set(parseSync(id, code).program.body.flatMap(callsOf))
    return [...calls]
      .sort((a, b) => b - a)
      .reduce((text, at) => `${text.slice(0, at)}/* @__PURE__ */ ${text.slice(at)}`, code)
  },
}

/** Finds where the calls start that run when a statement is evaluated. */
function callsOf(node: unknown): number[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(callsOf)
  const { type, start } = node as { type?: string; start: number }
  if (type?.includes('Function') || type?.startsWith('TS')) return []
  return [...(type === 'CallExpression' ? [start] : []), ...Object.values(node).flatMap(callsOf)]
}
