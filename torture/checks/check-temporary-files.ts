// Checks that no running node leaves a temporary file behind. Files of a killed node are older than the start of the
// next one, and are removed a day later.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerNode } from '../stack/server-node.ts'
import { type Check, waitUntilSettled } from './check.ts'

export const checkTemporaryFiles: Check = async ({ run, stack }) => {
  const left = await waitUntilSettled(async () => (await Promise.all(stack.nodes.map(filesOf))).flat())
  run.violations.add('temporary files', ...left)
  return `of ${stack.nodes.length} running nodes, none left`
}

async function filesOf({ temporaryFolders, program }: ServerNode): Promise<string[]> {
  const found: string[] = []
  for (const folder of temporaryFolders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries.filter(one => one.isFile())) {
      const path = join(entry.parentPath, entry.name)
      const modifiedAtMs = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      )
      if (modifiedAtMs > program.readyAtMs) found.push(path)
    }
  }
  return found
}
