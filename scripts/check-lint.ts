// Checks lint and format by biome.json. --write fixes what can be fixed.

import { runTool } from './run-tool.ts'

const write = process.argv.includes('--write') ? ['--write'] : []
process.exitCode = runTool('biome', ['check', '--error-on-warnings', '--max-diagnostics=200', ...write, '.'])
