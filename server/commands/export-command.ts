// Exports a workspace to a file, as the operator: beside a running server or without one.

import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callersPath } from '@tessera/cli/callers-path'
import { readNumbers } from '@tessera/cli/read-numbers'
import { writeWhole } from '@tessera/cli/write-whole'
import { ExportRequest, exportFormats, joinNames } from '@tessera/contract'
import { pino } from 'pino'
import type { Dependencies } from '../dependencies.ts'
import { compileCheck } from '../platform/problems/index.ts'
import {
  findWorkspaceByUid,
  makeExport,
  openProcessing,
  type Processing,
  readExportOptions,
} from '../rendering/index.ts'
import { defineCommand, UsageError } from './command.ts'

const options = {
  workspace: 'required',
  format: 'required',
  out: 'required',
  box: 'optional',
  canvas: 'optional',
  objects: 'optional',
  scale: 'optional',
  width: 'optional',
  background: 'optional',
  theme: 'optional',
  padding: 'optional',
  pages: 'optional',
  paper: 'optional',
  embed: 'flag',
  history: 'flag',
} as const

export const exportCommand = defineCommand({
  usage:
    'export --workspace <uid> --format <format> --out <file> [--box <x1,y1,x2,y2> | --canvas <id> | --objects <ids>] ' +
    '[--scale <n> | --width <pixels>] [--background <b>] [--theme <t>] [--padding <n>] [--pages <p>] [--paper <p>] ' +
    '[--embed] [--history]',
  summary:
    `writes a workspace to a file: ${joinNames(exportFormats, 'or')}. The options are ` +
    'those of the API; the server can keep running',
  options,
  async run(dependencies, { workspace: uid, out, ...values }) {
    const request = check(readNumbers(values)) as ExportRequest
    const options = readExportOptions(request)
    const workspace = await findWorkspaceByUid(dependencies.db.read, uid)
    if (!workspace) throw new UsageError(`There is no workspace with the uid ${uid}.`)
    const path = callersPath(out)
    await withDrawing(dependencies, async drawing => {
      const { db, files } = dependencies
      const { signal } = new AbortController()
      const asOperator = { user_id: 0, hasOriginals: true, signal, onProgress: showProgress }
      const task = { workspace, format: request.format, options, ...asOperator }
      const made = await makeExport({ db, files, drawing }, task)
      await writeWhole(made.content, path)
    })
    return `Exported ${workspace.name} to ${out}: ${(await stat(path)).size} bytes.`
  },
})

const check = compileCheck(ExportRequest)

const showProgress = (progress: number) => void process.stderr.write(`${progress} %\n`)

/** Uses a separate folder: the folder of the server is reserved for the server. */
async function withDrawing(
  { db, files, config }: Dependencies,
  run: (drawing: Processing['drawing']) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-export-'))
  const log = pino({ level: 'silent' })
  const processing = openProcessing({ db, files, dataDir: folder, libreOffice: config.libreOffice, log })
  try {
    await run(processing.drawing)
  } finally {
    processing.close()
    await rm(folder, { recursive: true, force: true })
  }
}
