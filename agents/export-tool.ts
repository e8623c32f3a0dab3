// export: a file of a board. It waits a while for the file, and otherwise says how to ask again.

import type { Client } from '@tessera/client'
import { type ExportFormat, exportFormats, isPictureFormat, joinNames } from '@tessera/contract'
import { Type } from 'typebox'
import { asData } from './board-data.ts'
import { defineTool, type ToolContext, ToolProblem } from './tool.ts'
import { boxInput, boxText, objectIdInput, workspaceId } from './tool-input.ts'
import { waitForJob } from './wait-for-job.ts'

type Export = Awaited<ReturnType<Client['exports']['get']>>['export']

const pictures = joinNames(exportFormats.filter(isPictureFormat), 'and')

export const exportTool = defineTool({
  name: 'export',
  title: 'Export a board',
  description: `Makes a file of a board, or of a part of it, and returns a link that the user can open for a day. markdown and csv contain the text, ${pictures} the appearance, tessera everything. If it is not finished in time, call again with export_id.`,
  input: Type.Object({
    workspace_id: workspaceId(),
    format: Type.Optional(Type.Unsafe<ExportFormat>({ type: 'string', enum: [...exportFormats] })),
    box: Type.Optional(boxInput('Only this part of the board')),
    canvas: Type.Optional(objectIdInput('Only this canvas')),
    export_id: Type.Optional(objectIdInput('Instead of format: the id of an export that is not finished yet')),
  }),
  scope: 'read',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(context, args) {
    const { workspace_id } = args
    const started = args.export_id ?? (await startExport(context, args)).id
    context.presence.seen(workspace_id)
    const made = await waitForJob(
      async () => (await context.client.exports.get(workspace_id, started)).export,
      context.signal,
    )
    if (made.state === 'failed') throw new ToolProblem(`The export failed: ${made.error ?? 'unknown reason'}`)
    if (made.url === null)
      return {
        text: `The export is ${made.progress} percent done. Call export again with export_id "${started}".`,
        structured: { export_id: started, state: made.state, url: null },
      }
    const { url, name, size } = made
    return {
      text: `The file (${size} bytes) is at ${url} until ${made.expires_at}. Give the user this link.${name === null ? '' : ` Its name:\n${asData(name)}`}`,
      structured: { export_id: started, state: made.state, url, name, size },
      resourceLinks: [{ uri: url, name: name ?? 'export' }],
    }
  },
})

interface ExportInput {
  readonly workspace_id: string
  readonly format?: ExportFormat
  readonly box?: Parameters<typeof boxText>[0]
  readonly canvas?: string
}

async function startExport(
  { client }: ToolContext,
  { workspace_id, format, box, canvas }: ExportInput,
): Promise<Export> {
  if (format === undefined) throw new ToolProblem(`Send a format: ${exportFormats.join(', ')}.`)
  const body = { format, ...(box && { box: boxText(box) }), ...(canvas && { canvas }) }
  return (await client.exports.create(workspace_id, body)).export
}
