// Imports a board file into a workspace, through the API.

import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Client } from '@tessera/client'
import { fileImportFormats, joinNames } from '@tessera/contract/formats'
import { callersPath } from './callers-path.ts'
import { defineCommand, UsageError } from './command.ts'
import { plain, printJson } from './print.ts'
import { waitForTransfer } from './progress.ts'
import { workspaceIdOf } from './workspace-id.ts'

type ImportBody = Parameters<Client['imports']['create']>[1]
type ImportJob = Awaited<ReturnType<Client['imports']['get']>>['import']

export const importFile = defineCommand({
  name: 'import',
  group: 'Your boards',
  usage: 'import --workspace <workspace> --file <file> [--format <format>]',
  summary: 'puts the content of a board file on a board, and prints a report of what was adapted or left out',
  options: {
    workspace: ['required', 'the uid or the address of the workspace'],
    file: ['required', 'the file to read'],
    format: ['optional', `${joinNames(fileImportFormats, 'or')}, if it is not recognized`],
  },
  async run(context, { workspace, file, format }) {
    const path = callersPath(file)
    if (!(await stat(path).catch(() => null))?.isFile()) throw new UsageError(`There is no file ${file}.`)
    const client = await context.client()
    const uid = workspaceIdOf(workspace)
    const upload = { data: new Uint8Array(await readFile(path)), name: basename(path) }
    const body = { file: upload, ...(format === undefined ? {} : { format }) } as ImportBody
    const { import: started } = await client.imports.create(uid, body)
    const done = await waitForTransfer(context, started, async () => (await client.imports.get(uid, started.id)).import)
    if (done.state !== 'done') throw new Error(`${file} was not imported. ${done.error ?? ''}`.trim())
    if (context.isJson) return printJson(context, { import: done })
    context.stdout.write(`${reportOf(done)}\nServer: ${(await context.profile()).url}\n`)
  },
})

export function reportOf({ report, format, name }: Pick<ImportJob, 'report' | 'format' | 'name'>): string {
  if (!report) return 'Imported.'
  const comments = report.comments === 0 ? '' : ` and ${formatCount(report.comments, 'comment')}`
  const lines = (title: string, notices: NonNullable<ImportJob['report']>['adapted']) =>
    notices.length === 0
      ? []
      : [`${title}:`, ...notices.map(({ count, what, why }) => plain(`  ${count} × ${what}: ${why}`))]
  return [
    `Imported ${plain(name)} (${format}): ${formatCount(report.created, 'object')}${comments}.`,
    ...lines('Adapted', report.adapted),
    ...lines('Left out', report.left_out),
  ].join('\n')
}

const formatCount = (count: number, word: string) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
