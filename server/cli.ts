// The command line of the installation: `npm run -s tessera -- <command>`.

import { processIo } from '@tessera/cli/process-io'
import { runCommand } from './commands/run-command.ts'
import { createPrivateFiles } from './platform/db/restrict-data-folder.ts'

createPrivateFiles()
process.exitCode = await runCommand(process.argv.slice(2), processIo())
