// Sends a list of changes for an agent. If the board has moved on since the agent read it, the answer is what changed.

import { type Client, TesseraError } from '@tessera/client'
import type { ListedChange } from '@tessera/contract'
import { takeWhatFits } from './answer-size.ts'
import { asData } from './board-data.ts'
import { eventLine } from './changes-since-tool.ts'
import { type ToolContext, ToolProblem } from './tool.ts'

type ChangeReply = Awaited<ReturnType<Client['objects']['change']>>

export interface ChangeOptions {
  readonly if_seq?: number | undefined
  readonly dry_run?: boolean | undefined
  readonly idempotencyKey?: string | undefined
}

export async function changeObjects(
  { client }: Pick<ToolContext, 'client'>,
  workspace_id: string,
  changes: ListedChange[],
  { if_seq, dry_run, idempotencyKey }: ChangeOptions,
): Promise<ChangeReply> {
  const body = { changes, ...(if_seq === undefined ? {} : { if_seq }), ...(dry_run ? { dry_run } : {}) }
  try {
    return await client.objects.change(workspace_id, body, idempotencyKey === undefined ? {} : { idempotencyKey })
  } catch (error) {
    if (if_seq !== undefined && isOutdated(error))
      throw new ToolProblem(await describeChanges(client, workspace_id, if_seq))
    throw error
  }
}

export const isOutdated = (error: unknown) => error instanceof TesseraError && error.code === 'PreconditionFailed'

const maxEvents = 100

async function describeChanges(client: Client, workspace_id: string, after: number): Promise<string> {
  const { events } = await client.events.list(workspace_id, { after, limit: maxEvents })
  const { lines } = takeWhatFits(events, 0, eventLine, 8_000)
  const more = lines.length < events.length || events.length === maxEvents ? '\nThere is more: see changes_since.' : ''
  const next = `Nothing was changed. Decide whether your changes still fit, then call again with if_seq ${events.at(-1)?.seq ?? after}.`
  return `The board has changed since seq ${after}:\n${asData(lines.join('\n'))}${more}\n${next}`
}
