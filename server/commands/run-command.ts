// The command line of the installation: the operator's commands, and those that call a server.

import type { CommandIo } from '@tessera/cli/command'
import { networkCommands } from '@tessera/cli/commands'
import type { CommandLine } from '@tessera/cli/help'
import { runCommandLine } from '@tessera/cli/run-command-line'
import server from '../package.json' with { type: 'json' }
import { operatorCommands } from './commands.ts'

const line: CommandLine = {
  program: 'npm run -s tessera --',
  version: server.version,
  commands: [...networkCommands, ...operatorCommands],
}

export const runCommand = (args: readonly string[], io: CommandIo): Promise<number> => runCommandLine(line, args, io)
