// Exports, files and dependencies that nobody uses. What counts as a way in is said in knip.json.

import { runTool } from './run-tool.ts'

process.exitCode = runTool('knip', ['--config', 'scripts/knip.json', '--no-progress', '--no-config-hints'])
