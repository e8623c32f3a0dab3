// Runs the command line of the installation: the operator commands, and those that call a server.

import type { CommandIo } from '@tessera/cli/command'
import type { CommandLine } from '@tessera/cli/help'
import { runCommandLine } from '@tessera/cli/run-command-line'
import server from '../package.json' with { type: 'json' }
import { allCommands } from './commands.ts'

const line: CommandLine = {
  program: 'npm run -s tessera --',
  version: server.version,
  commands: allCommands,
}

export const runCommand = (args: readonly string[], io: CommandIo): Promise<number> => runCommandLine(line, args, io)
