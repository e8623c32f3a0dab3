// The command line of the installation: `npm run -s tessera -- <command>`.

import { processIo } from '@tessera/cli/process-io'
import { runCommand } from './commands/index.ts'
import { createPrivateFiles } from './platform/db/index.ts'

createPrivateFiles()
process.exitCode = await runCommand(process.argv.slice(2), processIo())
