// Loaded before the server: compiled sources are cached next to the packages, so that the next start does not strip and
// compile them again. Plain JavaScript, because loading TypeScript here would use memory that the server never needs.

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/tessera'))
