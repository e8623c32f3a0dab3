// Exports a workspace to a file, through the API.

import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Client } from '@tessera/client'
import { exportFormats, joinNames } from '@tessera/contract/formats'
import { callersPath } from './callers-path.ts'
import { defineCommand } from './command.ts'
import { NoConnection } from './exit-codes.ts'
import { plain, printJson } from './print.ts'
import { waitForTransfer } from './progress.ts'
import { readNumbers } from './read-numbers.ts'
import { workspaceIdOf } from './workspace-id.ts'
import { writeWhole } from './write-whole.ts'

type ExportBody = Parameters<Client['exports']['create']>[1]

export const exportOptions = {
  workspace: ['required', 'the uid or the address of the workspace'],
  format: ['required', joinNames(exportFormats, 'or')],
  out: ['required', 'the file to write'],
  box: ['optional', 'only this part of the board: x1,y1,x2,y2'],
  canvas: ['optional', 'only this canvas'],
  objects: ['optional', 'only these objects: ids separated by commas'],
  scale: ['optional', 'the size of png, from 0.05 to 4'],
  width: ['optional', 'the width of png in pixels, instead of the scale'],
  background: ['optional', 'board, white or transparent'],
  theme: ['optional', 'light or dark'],
  padding: ['optional', 'around the objects, in board units'],
  pages: ['optional', 'of pdf: one, canvases or tiles'],
  paper: ['optional', 'of pdf: a4, letter or fit'],
  embed: ['flag', 'png and svg carry the objects, so that they can be imported again'],
  history: ['flag', 'tessera carries the log of events'],
} as const

export const exportWorkspace = defineCommand({
  name: 'export',
  group: 'Your boards',
  usage: 'export --workspace <workspace> --format <format> --out <file> [options]',
  summary: `writes a workspace to a file: ${joinNames(exportFormats, 'or')}`,
  options: exportOptions,
  async run(context, { workspace, out, ...values }) {
    const { url, json, ...request } = values as Readonly<Record<string, string | true>>
    const client = await context.client()
    const uid = workspaceIdOf(workspace)
    const { export: started } = await client.exports.create(uid, readNumbers(request) as ExportBody)
    const done = await waitForTransfer(context, started, async () => (await client.exports.get(uid, started.id)).export)
    if (done.state !== 'done' || done.url === null)
      throw new Error(`The export has failed: ${done.error ?? 'unknown'}.`)
    const path = callersPath(out)
    await download(done.url, path, context.signal)
    if (context.isJson) return printJson(context, { export: done, file: path })
    context.stdout.write(
      `Exported ${plain(done.name ?? uid)} to ${out}: ${done.size} bytes.\nServer: ${(await context.profile()).url}\n`,
    )
  },
})

async function download(url: string, path: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal })
  if (!response.ok || !response.body) throw new NoConnection(`The download failed with status ${response.status}.`)
  await writeWhole(Readable.fromWeb(response.body as ReadableStream), path, signal)
}
