// undo: undoes what the agent itself did, with ordinary changes.

import { type ListedChange, maxChanges } from '@tessera/contract'
import { boxAround } from '@tessera/drawing'
import { Type } from 'typebox'
import { takeWhatFits } from './answer-size.ts'
import { isOutdated } from './board-changed.ts'
import { asData, quote } from './board-data.ts'
import { type BoardHistory, maxEvents, readHistory } from './board-history.ts'
import { boxOf } from './board-object.ts'
import { dryRunInput } from './change-input.ts'
import { planUndo, type UndoPlan } from './plan-undo.ts'
import { defineTool, type ToolContext, ToolProblem } from './tool.ts'
import { workspaceId } from './tool-input.ts'
import { startOfSteps } from './undo-steps.ts'

/** Another user may change the board between reading and undoing. */
const maxTries = 5

export const undoTool = defineTool({
  name: 'undo',
  title: 'Undo',
  description:
    'Undoes what you did on a board: your last step (one call of change_board, arrange, add_comment or undo is one step), several steps, or everything after a seq. Only your own changes, and nothing that someone has changed since: the response says what is left and why. Calling it again goes further back.',
  input: Type.Object({
    workspace_id: workspaceId(),
    steps: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Number of steps; 1 by default' })),
    since_seq: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Instead of steps: everything that you did after this seq' }),
    ),
    dry_run: dryRunInput(),
  }),
  output: Type.Object({
    undone: Type.Integer({ description: 'Number of changes that were made' }),
    left_alone: Type.Array(Type.Object({ id: Type.String(), why: Type.String() })),
    seq: Type.Integer(),
    dry_run: Type.Boolean(),
  }),
  scope: 'write',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run(context, { workspace_id, steps, since_seq, dry_run = false }) {
    if (steps !== undefined && since_seq !== undefined)
      throw new ToolProblem('Send either steps or since_seq, not both.')
    for (let tries = 1; ; tries += 1) {
      const history = await readHistory(context.client, workspace_id, since_seq)
      const start = history && (since_seq ?? startOfSteps(history, steps ?? 1))
      if (history === null || start === null) throw new ToolProblem(nothingToUndo(history, since_seq))
      const plan = planUndo(history, start)
      context.presence.seen(workspace_id, boxOfPlan(plan, history) ?? undefined)
      try {
        const seq = await perform(context, workspace_id, plan, history, dry_run)
        return answer(plan, seq, dry_run)
      } catch (error) {
        if (!isOutdated(error) || tries === maxTries) throw error
      }
    }
  },
})

async function perform(
  { client }: ToolContext,
  workspace_id: string,
  { changes, comments }: UndoPlan,
  history: BoardHistory,
  dry_run: boolean,
): Promise<number> {
  let { seq } = history
  for (let start = 0; start < changes.length; start += maxChanges) {
    const part = changes.slice(start, start + maxChanges) as ListedChange[]
    const changed = await client.objects.change(workspace_id, { changes: part, if_seq: seq, dry_run })
    seq = changed.seq
  }
  if (!dry_run) for (const id of comments) await client.comments.delete(workspace_id, id)
  return seq + (dry_run ? 0 : comments.length)
}

function answer({ changes, comments, leftAlone }: UndoPlan, seq: number, dry_run: boolean) {
  const undone = changes.length + comments.length
  const { lines } = takeWhatFits(leftAlone, 0, ({ id, why }) => `${id}: ${quote(why)}`, 20_000)
  const left = lines.length === 0 ? '' : `\nLeft as it is:\n${asData(lines.join('\n'))}`
  const what = dry_run ? 'would revert your changes with' : 'reverted your changes with'
  return {
    text: `Undo ${what} ${undone} ${undone === 1 ? 'change' : 'changes'}. seq ${seq}.${left}`,
    structured: { undone, left_alone: leftAlone.slice(0, lines.length), seq, dry_run },
  }
}

function nothingToUndo(history: BoardHistory | null, since_seq: number | undefined): string {
  if (history)
    return 'There is nothing left to undo: your changes are already undone, or someone has changed the same objects since.'
  const where = since_seq === undefined ? `the last ${maxEvents} changes of this board` : `seq ${since_seq}`
  return since_seq === undefined ? `You have changed nothing in ${where}.` : `You have changed nothing after ${where}.`
}

function boxOfPlan({ changes }: UndoPlan, { now, then }: BoardHistory) {
  const ids = changes.flatMap(change => ('id' in change ? [change.id] : []))
  return boxAround(ids.flatMap(id => now.get(id) ?? then.get(id) ?? []).map(boxOf))
}
