// Starts the server. Only what must come first is here: compiled sources are kept beside the packages, so that the next
// start need not strip and compile them again.

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/tessera'))

try {
  const { serve } = await import('./serve.ts')
  await serve()
} catch (error) {
  const isAsked = process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace'
  console.error(isAsked ? error : `Tessera cannot start: ${(error as Error).message}`)
  process.exit(1)
}
