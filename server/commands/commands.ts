// The operator's commands by name, as commands of the command line.

import { type Command, type CommandContext, defineCommand, UsageError } from '@tessera/cli/command'
import { Problem } from '@tessera/contract'
import { readConfig } from '../config.ts'
import { openDependencies } from '../dependencies.ts'
import { ConfigError } from '../setting-values.ts'
import { app } from './app-command.ts'
import { backup, restore } from './backup-command.ts'
import { runCheck } from './check-command.ts'
import { clients } from './clients-command.ts'
import type { OperatorCommand } from './command.ts'
import { exportCommand } from './export-command.ts'
import { importCommand } from './import-command.ts'
import { lock, unlock } from './lock-command.ts'
import { organization } from './organization-command.ts'
import { rotateKeys } from './rotate-keys-command.ts'
import { token } from './token-command.ts'
import { user } from './user-command.ts'

const table = {
  token,
  user,
  organization,
  lock,
  unlock,
  app,
  clients,
  backup,
  restore,
  export: exportCommand,
  import: importCommand,
  'rotate-keys': rotateKeys,
} satisfies Record<string, OperatorCommand>

/** It also reports on what keeps the others from running, so it is given the environment only. */
const check = defineCommand({
  name: 'check',
  group: 'On the server',
  isLocal: true,
  usage: 'check',
  summary:
    'checks settings, database, Redis, files, mail and single sign-on; the exit status is 1 if one of them fails',
  async run({ environment, stdout }) {
    const { lines, isInOrder } = await runCheck(environment)
    stdout.write(`${lines.join('\n')}\n`)
    if (!isInOrder) throw new Error('The check has failed.')
  },
})

export const operatorCommands: readonly Command[] = [
  ...Object.entries<OperatorCommand>(table).map(([name, command]) => ofOperator(name, command)),
  check,
]

function ofOperator(name: string, command: OperatorCommand): Command {
  const { usage, summary, options = {}, positional, flagWithoutSecrets } = command
  return {
    name,
    group: 'On the server',
    isLocal: true,
    usage,
    summary,
    options,
    ...(positional === undefined ? {} : { positionals: [positional] }),
    ...(flagWithoutSecrets === undefined ? {} : { flagWithoutSecrets }),
    run: (context, values, [argument = '']) => runOnData(command, context, values, argument),
  }
}

async function runOnData(
  command: OperatorCommand,
  { environment, input, stdout, stderr }: CommandContext,
  values: Parameters<OperatorCommand['run']>[1],
  argument: string,
): Promise<void> {
  try {
    const dependencies = await openDependencies(readConfig(environment))
    try {
      const output = await command.run(dependencies, values, argument, input)
      const printed = typeof output === 'string' ? { stdout: output, stderr: '' } : output
      if (printed.stdout !== '') stdout.write(`${printed.stdout}\n`)
      if (printed.stderr !== '') stderr.write(`${printed.stderr}\n`)
    } finally {
      await dependencies.db.close()
    }
  } catch (error) {
    throw isUsageError(error) ? new UsageError((error as Error).message) : error
  }
}

const isUsageError = (error: unknown): boolean =>
  error instanceof Problem ? error.code === 'BadRequest' : error instanceof ConfigError
