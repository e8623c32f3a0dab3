// Asks for confirmation before something is deleted.

import { createInterface } from 'node:readline/promises'
import { type CommandContext, UsageError } from './command.ts'
import { NotAllowed } from './exit-codes.ts'

/** Returns if the answer is yes. Without a terminal there can be no answer, so the option --yes is required. */
export async function confirm(
  { input, stdin, signal }: CommandContext,
  question: string,
  isAnswered: boolean,
): Promise<void> {
  if (isAnswered) return
  if (!input.isTerminal) throw new UsageError(`${question} Confirm with --yes.`)
  const lines = createInterface({ input: stdin, output: process.stderr })
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal })
    if (!/^y(es)?$/i.test(answer.trim())) throw new NotAllowed('Canceled: nothing was changed.')
  } finally {
    lines.close()
  }
}
