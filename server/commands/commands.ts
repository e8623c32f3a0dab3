// The commands of an installation: those that call a server, and those of the operator.

import { type Command, type CommandContext, defineCommand, UsageError } from '@tessera/cli/command'
import { networkCommands } from '@tessera/cli/commands'
import { hasSession } from '@tessera/cli/session'
import { Problem } from '@tessera/contract'
import { openDependencies } from '../dependencies.ts'
import { ConfigError, readConfig } from '../platform/config/index.ts'
import { describeMissingData } from '../platform/db/index.ts'
import { app } from './app-command.ts'
import { backup, restore } from './backup-command.ts'
import { runCheck } from './check-command.ts'
import { clients } from './clients-command.ts'
import type { OperatorCommand } from './command.ts'
import { exportCommand } from './export-command.ts'
import { importCommand } from './import-command.ts'
import { failedJobs, jobs, retryJobs } from './jobs-command.ts'
import { lock, unlock } from './lock-command.ts'
import { organization } from './organization-command.ts'
import { rotateKeys } from './rotate-keys-command.ts'
import { token } from './token-command.ts'
import { user } from './user-command.ts'
import { userList } from './user-list-command.ts'

const table = {
  token,
  user,
  'user list': userList,
  organization,
  lock,
  unlock,
  app,
  clients,
  backup,
  restore,
  'rotate-keys': rotateKeys,
  jobs,
  'jobs failed': failedJobs,
  'jobs retry': retryJobs,
} satisfies Record<string, OperatorCommand>

/** This command also reports on what prevents the others from running, so it receives only the environment. */
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

const operatorCommands: readonly Command[] = [
  ...Object.entries<OperatorCommand>(table).map(([name, command]) => ofOperator(name, command)),
  check,
]

const direct: Readonly<Record<string, OperatorCommand>> = { export: exportCommand, import: importCommand }

export const allCommands: readonly Command[] = [
  ...networkCommands.map(command => {
    const operator = direct[command.name]
    return operator ? eitherWay(command, ofOperator(command.name, operator)) : command
  }),
  ...operatorCommands,
]

/**
 * Runs through the API if there is a sign-in, otherwise on the data of the server, which only its operator can read.
 */
function eitherWay(network: Command, operator: Command): Command {
  return {
    ...network,
    usage: `${network.usage} [--direct]`,
    summary: `${network.summary}. It calls the server that you are signed in to. Without a sign-in, or with --direct, it works on the data of this server, as its operator`,
    options: {
      ...operator.options,
      ...network.options,
      direct: ['flag', 'works on the data of this server, whether it is running or not'],
    },
    async run(context, { direct, ...values }: Readonly<Record<string, unknown>>, positionals) {
      const url = typeof values.url === 'string' ? values.url : undefined
      if (!direct && (await hasSession(context.environment, url))) {
        if ('as' in values) throw new UsageError('--as is for --direct: you are signed in as yourself.')
        return await network.run(context, values as never, positionals)
      }
      if (url !== undefined || context.isJson) throw new UsageError('--url and --json are not for --direct.')
      await operator.run(context, values as never, positionals)
      context.stdout.write('Worked directly on the data of this server.\n')
    },
  }
}

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
    const config = readConfig(environment)
    const missing = command.createsData ? null : describeMissingData(config)
    if (missing) throw new UsageError(`${firstUpper(missing)}. Set DATA_DIR and DATABASE_URL as for the server.`)
    const dependencies = await openDependencies(config)
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

const firstUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const isUsageError = (error: unknown): boolean =>
  error instanceof Problem ? error.code === 'BadRequest' : error instanceof ConfigError
