// Entry point. Before anything is loaded it enables the compile cache, so that later starts need not compile the sources
// again, and limits heap growth while loading, so that an idle server does not keep the memory that loading needed.

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/tessera'))

setFlagsFromString('--semi-space-growth-factor=1')

try {
  const { serve } = await import('./serve.ts')
  setFlagsFromString('--semi-space-growth-factor=2')
  await serve()
} catch (error) {
  const isVerbose = process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace'
  console.error(isVerbose ? error : `Tessera cannot start: ${(error as Error).message}`)
  process.exit(1)
}
