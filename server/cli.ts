// The operator's command line: `npm run -s tessera -- <command>`.

import { runCommand } from './commands/run-command.ts'
import { createPrivateFiles } from './db/restrict-data-folder.ts'

createPrivateFiles()
const { status, stdout, stderr } = await runCommand(process.argv.slice(2), process.env)
if (stdout !== '') console.log(stdout)
if (stderr !== '') console.error(stderr)
process.exitCode = status
