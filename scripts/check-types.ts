// Type-checks the whole project.

import { runTool } from './run-tool.ts'

process.exitCode = runTool('tsc', ['-p', '.'])
