// Finds unused exports, files and dependencies. The entry points are listed in knip.json.

import { runTool } from './run-tool.ts'

process.exitCode = runTool('knip', ['--config', 'scripts/knip.json', '--no-progress', '--no-config-hints'])
