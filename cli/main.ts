#!/usr/bin/env node
// The program `tessera` of the package: the commands that call a server.

import { networkCommands } from './commands.ts'
import cli from './package.json' with { type: 'json' }
import { processIo } from './process-io.ts'
import { runCommandLine } from './run-command-line.ts'

const line = { program: 'tessera', version: cli.version, commands: networkCommands }
process.exitCode = await runCommandLine(line, process.argv.slice(2), processIo())
