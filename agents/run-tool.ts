// Runs a tool and turns its result into an MCP result. A failure becomes a result that says what to do next, so that
// the agent can continue; only internal errors are logged.

import type { CallToolResult } from '@modelcontextprotocol/server'
import { ConnectionError, TesseraError } from '@tessera/client'
import type { Logger } from 'pino'
import { maxAnswerBytes, shorten } from './answer-size.ts'
import { endData, withMarks } from './board-data.ts'
import { type McpTool, type ToolAnswer, type ToolContext, ToolProblem } from './tool.ts'

export async function runTool(tool: McpTool, context: ToolContext, args: object, log: Logger): Promise<CallToolResult> {
  try {
    return resultOf(await tool.run(context, args as never))
  } catch (error) {
    if (!isExpected(error)) log.error({ err: error, tool: tool.name }, 'an MCP tool failed')
    return { isError: true, content: [{ type: 'text', text: finish(describeFailure(error, context), 4_000) }] }
  }
}

function resultOf({ text, structured, images = [], resourceLinks = [] }: ToolAnswer): CallToolResult {
  return {
    content: [
      { type: 'text', text: finish(text, maxAnswerBytes) },
      ...images.map(({ data, mime }) => ({
        type: 'image' as const,
        data: Buffer.from(data).toString('base64'),
        mimeType: mime,
      })),
      ...resourceLinks.map(({ uri, name, mime }) => ({
        type: 'resource_link' as const,
        uri,
        name: withMarks(name),
        ...(mime === undefined ? {} : { mimeType: mime }),
      })),
    ],
    ...(structured === undefined
      ? {}
      : { structuredContent: withMarks(structured) as CallToolResult['structuredContent'] }),
  }
}

const finish = (text: string, maxLength: number) => endData(shorten(withMarks(text), maxLength))

const isExpected = (error: unknown) =>
  error instanceof ToolProblem ||
  error instanceof ConnectionError ||
  (error instanceof TesseraError && error.code !== 'UnexpectedReply')

function describeFailure(error: unknown, { publicUrl, caller }: ToolContext): string {
  if (error instanceof ToolProblem) return error.message
  if (error instanceof ConnectionError) return `${error.message}. Try again.`
  if (!(error instanceof TesseraError)) return 'Something went wrong on our side. Try again; if it fails again, stop.'
  const fields = error.fields.map(({ field, message }) => `\n- ${field}: ${message}`).join('')
  const seconds = error.retryAfterSeconds
  const next = nextStep(error, publicUrl, caller.program !== null)
  const wait = seconds === undefined ? '' : ` Wait ${Math.ceil(seconds)} seconds.`
  return `${error.message}.${fields}${wait}${next === '' ? '' : `${fields ? '\n' : ' '}${next}`}`.replace('..', '.')
}

function nextStep({ code, reason, neededScope }: TesseraError, publicUrl: string, isProgram: boolean): string {
  if (neededScope)
    return isProgram
      ? `Ask the user to allow this program the scope "${neededScope}". They have to sign in again and consent.`
      : `Ask the user for a personal token with the scope "${neededScope}", created at ${publicUrl}/account.`
  if (reason === 'workspace_token') return 'list_workspaces shows the only workspace that this token can use.'
  return nextSteps[code] ?? ''
}

const nextSteps: Partial<Record<TesseraError['code'], string>> = {
  ResourceNotFound: 'It may be deleted, or the user has no access. Use list_workspaces or read_board for valid ids.',
  ForbiddenError: 'The role of the user does not allow it. Tell the user, and do not try another way.',
  BadRequest: 'Correct the arguments and call again.',
  Conflict: 'Read the board again before you decide.',
  PreconditionFailed: 'It has changed meanwhile. Read it again before you decide.',
}
