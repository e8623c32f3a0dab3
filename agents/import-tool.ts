// import: puts the content of a board file on a board.

import type { Client } from '@tessera/client'
import { type FileImportFormat, fileImportFormats, joinNames } from '@tessera/contract'
import { Type } from 'typebox'
import { defineTool, type ToolContext, ToolProblem } from './tool.ts'
import { objectIdInput, workspaceId } from './tool-input.ts'
import { waitForJob } from './wait-for-job.ts'

type Import = Awaited<ReturnType<Client['imports']['get']>>['import']

export const importTool = defineTool({
  name: 'import',
  title: 'Import a file',
  description: `Puts the content of a file on a board, in free space or at x, y: ${joinNames(fileImportFormats, 'or')}. mermaid is the quickest way to draw a flowchart. If it is not finished in time, call again with import_id.`,
  input: Type.Object({
    workspace_id: workspaceId(),
    format: Type.Optional(
      Type.Unsafe<FileImportFormat>({
        type: 'string',
        enum: [...fileImportFormats],
        description: 'Detected from the content if omitted; required for short texts',
      }),
    ),
    content: Type.Optional(Type.String({ maxLength: 8_000_000, description: 'The file, if it is text' })),
    base64: Type.Optional(
      Type.String({ maxLength: 11_000_000, contentEncoding: 'base64', description: 'The file, if it is not text' }),
    ),
    x: Type.Optional(Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
    y: Type.Optional(Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
    import_id: Type.Optional(objectIdInput('Instead of content: the id of an import that is not finished yet')),
  }),
  scope: 'write',
  takesFile: true,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(context, args) {
    const { workspace_id } = args
    const { client, presence, signal } = context
    const id = args.import_id ?? (await startImport(context, args)).id
    const made = await waitForJob(async () => (await client.imports.get(workspace_id, id)).import, signal)
    presence.seen(workspace_id, made.report?.box ?? null)
    if (made.state === 'failed')
      throw new ToolProblem(`The import failed: ${made.error ?? ''} Nothing is on the board.`)
    if (made.report === null)
      return {
        text: `The import is ${made.progress} percent done. Call import again with import_id "${id}".`,
        structured: { import_id: id, state: made.state },
      }
    return {
      text: describeReport(made.report),
      structured: { import_id: id, state: made.state, report: briefly(made.report) },
    }
  },
})

interface ImportInput {
  readonly workspace_id: string
  readonly format?: FileImportFormat
  readonly content?: string
  readonly base64?: string
  readonly x?: number
  readonly y?: number
}

async function startImport({ client }: ToolContext, args: ImportInput): Promise<Import> {
  const { workspace_id, format, content, base64, x, y } = args
  if ((content === undefined) === (base64 === undefined)) throw new ToolProblem('Send either content or base64.')
  const data = content === undefined ? bytesOf(base64 as string) : new Uint8Array(Buffer.from(content))
  const file = { data, name: `import.${format ?? 'txt'}` }
  const place = { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) }
  return (await client.imports.create(workspace_id, { file, ...(format && { format }), ...place })).import
}

function bytesOf(base64: string): Uint8Array {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64.replace(/\s/g, ''))) throw new ToolProblem('base64 is not valid base64.')
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

type Report = NonNullable<Import['report']>

/** Leaves out the ids, which read_board returns. */
const briefly = ({ created, comments, box }: Report) => ({ created, comments, box })

function describeReport({ created, comments, adapted, left_out, box }: Report): string {
  const where = box
    ? ` at ${Math.round(box.x)},${Math.round(box.y)} ${Math.round(box.width)}x${Math.round(box.height)}`
    : ''
  const notices = [...adapted, ...left_out].map(({ what, why, count }) => `\n- ${count} × ${what}: ${why}`)
  const further = comments > 0 ? ` and ${comments} comments` : ''
  return `Created ${created} objects${further}${where}. Look at it with look.${notices.join('')}`
}
