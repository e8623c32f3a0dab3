// The types of the whole project, in one go.

import { runTool } from './run-tool.ts'

process.exitCode = runTool('tsc', ['-p', '.'])
