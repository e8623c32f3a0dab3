// Runs Python in the folder of the Python client.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../scripts/project-files.ts'
import { requireProgram } from '../scripts/test-programs.mjs'

export const python = requireProgram('python')

export const pythonFolder = {
  cwd: join(projectRoot, 'clients/python'),
  env: { ...process.env, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' } as NodeJS.ProcessEnv,
}

export const runPython = (args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  promisify(execFile)(python, args, { ...pythonFolder, ...options })
