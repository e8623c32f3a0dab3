// Starts the server. Only what must come first is here: compiled sources are kept beside the packages, so that the next
// start need not strip and compile them again, and loading them may not blow up the heap of a server that then idles.

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
  const isAsked = process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace'
  console.error(isAsked ? error : `Tessera cannot start: ${(error as Error).message}`)
  process.exit(1)
}
