// Finds the executable of a program that may not be installed.

import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** Returns the full path, or null if the program is not found. */
export async function findProgram(name: string): Promise<string | null> {
  if (name === '') return null
  const folders = isAbsolute(name) ? [''] : (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  for (const folder of folders) {
    const path = folder === '' ? name : join(folder, name)
    if (await isExecutable(path)) return path
  }
  return null
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
